package dev.amdahl.core.ledger.entry;

/** The reason for which a run was submitted. */
public enum RunPurpose {
    /** A block of an experiment: both arms. */
    TRIAL,
    /** The same block once more, on its seed, as its arms did not do the same; never part of the comparison. */
    RECHECK,
    /** The arm that runs first of a block whose arms hold different allocations; the TRIAL that follows runs the other, and is the pair. */
    HALF,
    /** Both arms as whole runs, to see whether what short runs showed holds for them; never part of the comparison. */
    TRANSFER,
    /** Both arms on one input before a change is tried in scheduled runs, to compare what they write; never part of the comparison. */
    TWIN,
    /** Two scheduled runs after a promotion, one of them without the change, to measure what it saves. */
    HELD_BACK,
    /** One traced arm with a change that is being confirmed, to see where it saves time; never part of the comparison. */
    TRACED,
    /** Two baseline arms, to measure a family's noise and whether its output is reproducible. */
    NOISE,
    /** One traced baseline arm; never part of a comparison. */
    EVIDENCE;

    /** Returns whether its result is a pair of arms of an experiment at one place of its design. */
    public boolean isPair() {
        return this == TRIAL || this == RECHECK;
    }

    /** Returns whether it is one traced arm: what traces cost is in its times. */
    public boolean isTraced() {
        return this == TRACED || this == EVIDENCE;
    }

    /** Returns whether it runs arms of an experiment. */
    public boolean isOfExperiment() {
        return this != NOISE && this != EVIDENCE;
    }
}
