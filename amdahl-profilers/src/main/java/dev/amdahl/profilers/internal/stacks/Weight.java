package dev.amdahl.profilers.internal.stacks;

/** What the number beside a stack counts. */
public enum Weight {
    /** Seconds on a processor. */
    ON_CPU_SECONDS,
    /** Seconds off the processor: blocked, or runnable and waiting. */
    OFF_CPU_SECONDS,
    /** Samples whose rate the source does not tell. */
    SAMPLES
}
