package dev.amdahl.gpu.kernel.device;

/** A candidate that does not build or does not come to its end; says nothing of the device. */
public final class KernelFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** How it failed. */
    public enum Kind {
        /** It does not compile, or what was compiled is not what was asked for. */
        BUILD,
        /** Some of it would run before the first launch. */
        EARLY,
        /** It calls what a device does not have. */
        FOREIGN,
        /** A variable of it would keep what one launch left for the next. */
        LASTING,
        /** It reads or writes beside its buffers. */
        OUTSIDE,
        /** It writes an input. */
        WRITTEN,
        /** The launch is refused, a thread trapped, or the process ended. */
        LAUNCH,
        /** No answer came in time. */
        HUNG,
        /** The clock of the device and that of the host disagree on how long it took. */
        CLOCKS
    }

    /** @param message what was seen, and where */
    public KernelFailure(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /** Returns how it failed. */
    public Kind kind() {
        return kind;
    }

    /** Returns what was seen. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
