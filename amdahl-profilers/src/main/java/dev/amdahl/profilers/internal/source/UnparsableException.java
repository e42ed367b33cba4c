package dev.amdahl.profilers.internal.source;

/** A file that is not of its language; never leaves this package. */
final class UnparsableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnparsableException(String problem) {
        super(problem);
    }
}
