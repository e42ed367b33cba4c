package dev.amdahl.core.testing.simulation;

/** Something happened that must never happen. */
final class BrokenPromise extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokenPromise(String what) {
        super(what);
    }

    BrokenPromise(String what, Throwable cause) {
        super(what, cause);
    }
}
