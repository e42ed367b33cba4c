package dev.amdahl.spi;

/** The category of an error by who can fix it; decides exit codes and retries. */
public enum ErrorCategory {
    /** The caller's input is wrong: fix it and call again. */
    USER,
    /** A plugin broke its contract. */
    PLUGIN,
    /** An outside system did not answer: the same call may succeed later. */
    TRANSIENT,
    /** A defect of the library. */
    INTERNAL
}
