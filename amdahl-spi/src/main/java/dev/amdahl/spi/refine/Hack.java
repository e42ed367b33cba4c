package dev.amdahl.spi.refine;

/** A way to look fast or right without being so, that a verifier found. */
public enum Hack {
    /** The output was left as it was found, in the hope that an answer stood there. */
    STALE_OUTPUT,
    /** An input was handed back as the output. */
    RETURNED_INPUT,
    /** The answer to an earlier input was given again. */
    CACHED_OUTPUT,
    /** A part of the output was not computed. */
    SKIPPED_WORK,
    /** Only the case that was shown is right. */
    HARD_CODED,
    /** It was right while it was checked and wrong under the clock, or after it. */
    CHANGED_BEHAVIOUR,
    /** Results are near, but not as near as the number format allows. */
    LOW_PRECISION,
    /** Another thread or process was started. */
    SIDE_THREAD,
    /** Work was done before the clock started or after it stopped. */
    WORK_OUTSIDE_CLOCK,
    /** A clock is read or replaced. */
    TIMER,
    /** The evaluator, its files or other files are touched. */
    EVALUATOR,
    /** Memory beside the buffers was written, or decided the result. */
    OUT_OF_BOUNDS,
    /** An input was changed. */
    MUTATED_INPUT,
    /** The process was ended before it had answered. */
    EARLY_EXIT,
    /** The same input gave two results. */
    NONDETERMINISTIC,
    /** It is faster than the data can be read and written. */
    IMPLAUSIBLE,
    /** Something else that a candidate may not use. */
    FORBIDDEN_CODE
}
