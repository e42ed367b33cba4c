package dev.amdahl.spi;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** The root of every error the library raises; says who can fix it. Immutable. */
public class AmdahlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCategory category;

    /**
     * @param category who can fix it
     * @param message what happened, the offending value, the place, and what to do
     */
    public AmdahlException(ErrorCategory category, String message) {
        this(category, message, null);
    }

    /**
     * @param category who can fix it
     * @param message what happened, the offending value, the place, and what to do
     * @param cause what was caught, if anything
     */
    public AmdahlException(ErrorCategory category, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.category = requireNonNull(category);
    }

    /** Returns who can fix it. */
    public ErrorCategory category() {
        return category;
    }
}
