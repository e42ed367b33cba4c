package dev.amdahl.gpu;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a device refused or could not do. Immutable. */
public class DeviceException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    private final Fault fault;
    private final @Nullable String remedy;

    /** What went wrong, as far as a caller can act on it. */
    public enum Fault {
        /** Not enough memory now: smaller pieces may fit. */
        OUT_OF_MEMORY(ErrorCategory.TRANSIENT),
        /** More elements than an array, an index or a library call can hold. */
        TOO_LARGE(ErrorCategory.USER),
        /** The source does not compile. */
        COMPILATION(ErrorCategory.USER),
        /** The launch is refused: shape, arguments or resources. */
        LAUNCH(ErrorCategory.USER),
        /** The device or its context is gone: an illegal address, a trap, a time-out; nothing of it can be used any more. */
        LOST(ErrorCategory.TRANSIENT),
        /** The backend has no such operation. */
        UNSUPPORTED(ErrorCategory.USER),
        /** Use after close, from a wrong thread, or another break of the contract. */
        MISUSE(ErrorCategory.INTERNAL),
        /** Any other answer of the driver or a library. */
        OTHER(ErrorCategory.TRANSIENT);

        private final ErrorCategory category;

        Fault(ErrorCategory category) {
            this.category = category;
        }
    }

    /**
     * @param fault what a caller can act on
     * @param message what happened, where, and what to do
     */
    public DeviceException(Fault fault, String message) {
        this(fault, message, (Throwable) null);
    }

    /** Overload of {@code DeviceException}: with what was caught. */
    public DeviceException(Fault fault, String message, @Nullable Throwable cause) {
        super(fault.category, message, cause);
        this.fault = fault;
        this.remedy = null;
    }

    /**
     * Overload of {@code DeviceException}: of the machine, whatever ran.
     *
     * @param remedy what its operator can do
     */
    public DeviceException(Fault fault, String message, String remedy) {
        super(fault.category, message + "; " + remedy, null);
        this.fault = fault;
        this.remedy = remedy;
    }

    /** Returns what the machine's operator can do; empty where what ran may be to blame. */
    public Optional<String> remedy() {
        return Optional.ofNullable(remedy);
    }

    /** Returns what a caller can act on. */
    public Fault fault() {
        return fault;
    }
}
