package dev.amdahl.core.stats.rank;

/** The source of a rank test's p-value. */
public enum NullDistribution {
    /** Exact up to the limit that the test states, else normal with continuity correction. */
    AUTOMATIC,
    /** All equally likely outcomes of the observed ranks, ties included; beyond the limit an error. */
    EXACT,
    /** The normal approximation with tie correction. */
    NORMAL,
    /** The normal approximation with tie and continuity correction. */
    NORMAL_CONTINUOUS
}
