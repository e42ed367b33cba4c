package dev.amdahl.core.loop;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.Redaction;

/**
 * Something that went wrong in one part of a pass and stopped nothing else.
 *
 * @param where the family, or the step where it concerns all of them
 * @param category who can fix it
 * @param message what, and the remedy
 */
public record Fault(String where, ErrorCategory category, String message) {

    /** Returns the fault that an exception is, its message without secrets. */
    public static Fault of(String where, RuntimeException cause) {
        return cause instanceof AmdahlException known
                ? new Fault(where, known.category(), Redaction.ofName(String.valueOf(cause.getMessage())))
                : new Fault(where, ErrorCategory.INTERNAL, Redaction.ofName("internal error: " + cause));
    }

    @Override
    public String toString() {
        return where + ": " + message;
    }
}
