package dev.amdahl.spi.experiment;

/** The decision of a paired comparison. */
public enum Decision {
    /** Faster, confirmed on fresh data, upheld by the panel. */
    WIN,
    /** Slower. */
    LOSS,
    /** No effect of practical size: the interval lies inside the margin. */
    EQUIVALENT,
    /** Nothing was seen, and an effect of practical size is not ruled out. */
    NOT_SEEN,
    /** The trials ran out undecided, or the confirmation did not hold. */
    INCONCLUSIVE,
    /** A veto or a majority of refuters. */
    REFUTED,
    /** The commands fail. */
    INVALID,
    /** Too little to tell such a small effect. */
    INSUFFICIENT
}
