package dev.amdahl.core.ledger.entry;

/** The reason for which a run was submitted. */
public enum RunPurpose {
    /** A block of an experiment: both arms. */
    TRIAL,
    /** The same block once more, on its seed, as its arms did not do the same; never part of the comparison. */
    RECHECK,
    /** Both arms as whole runs, to see whether what short runs showed holds for them; never part of the comparison. */
    TRANSFER,
    /** Two baseline arms, to measure a family's noise and whether its output is reproducible. */
    NOISE,
    /** One traced baseline arm; never part of a comparison. */
    EVIDENCE;

    /** Returns whether it runs both arms of an experiment. */
    public boolean isOfExperiment() {
        return this == TRIAL || this == RECHECK || this == TRANSFER;
    }
}
