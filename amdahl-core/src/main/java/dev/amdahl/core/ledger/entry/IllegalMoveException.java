package dev.amdahl.core.ledger.entry;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import org.jspecify.annotations.Nullable;

/** An entry that does not follow from the state; nothing was written. Immutable. */
public final class IllegalMoveException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /**
     * @param entry what was to be recorded
     * @param problem why it cannot be
     */
    public IllegalMoveException(Entry entry, String problem) {
        this(entry, problem, null);
    }

    /**
     * @param entry what was to be recorded
     * @param problem why it cannot be
     * @param cause what was caught, if anything
     */
    public IllegalMoveException(Entry entry, String problem, @Nullable Throwable cause) {
        super(
                ErrorCategory.INTERNAL,
                entry.getClass().getSimpleName() + " of '" + entry.subject() + "': " + problem
                        + "; nothing was written",
                cause);
    }
}
