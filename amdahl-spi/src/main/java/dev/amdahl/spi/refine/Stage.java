package dev.amdahl.spi.refine;

/** The stage that a candidate reached, worst first; each includes all before it. */
public enum Stage {
    /** It is not in the form asked for. */
    NONE,
    /** It is in the form asked for. */
    FORMED,
    /** It was built. */
    BUILT,
    /** It gave the right results on every input. */
    CORRECT,
    /** It is shown to be faster than the baseline. */
    FASTER
}
