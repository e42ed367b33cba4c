package dev.amdahl.core.stats.model;

/** How one arm of a pair ended. */
public enum ArmOutcome {
    /** Its time is known. */
    FINISHED,
    /** Stopped at a time limit: its time is at least the limit, which stands in its place. */
    CENSORED,
    /** It has no time, and ranks behind every arm that has one. */
    FAILED
}
