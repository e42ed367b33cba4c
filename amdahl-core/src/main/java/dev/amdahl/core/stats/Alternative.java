package dev.amdahl.core.stats;

/** The side that a test looks at. */
public enum Alternative {
    /** The centre lies below zero: the variant is smaller. */
    LESS,
    /** The centre lies above zero. */
    GREATER,
    /** The centre differs from zero. */
    TWO_SIDED
}
