package dev.amdahl.core.ledger.entry;

/** Why something was submitted. */
public enum RunPurpose {
    /** A block of an experiment: both arms. */
    TRIAL,
    /** Two baseline arms, to measure a family's noise and whether its output is reproducible. */
    NOISE,
    /** One traced baseline arm; never part of a comparison. */
    EVIDENCE
}
