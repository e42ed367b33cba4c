package dev.amdahl.spi;

import org.jspecify.annotations.Nullable;

/** An outside system or program that cannot be reached now; the same call may succeed later. Immutable. */
public final class UnavailableException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /**
     * @param system the program, server or device
     * @param problem what it said or did
     * @param remedy what to do
     * @param cause what was caught, if anything
     */
    public UnavailableException(String system, String problem, String remedy, @Nullable Throwable cause) {
        super(ErrorCategory.TRANSIENT, system + ": " + problem + "; " + remedy, cause);
    }
}
