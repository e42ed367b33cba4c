package dev.amdahl.core.internal.fleet;

/** What is done about a row that cannot be used. */
public enum BadRows {
    /** It is an error that names its place. */
    FAIL,
    /** It is left out, counted, and the first few are shown. */
    SKIP
}
