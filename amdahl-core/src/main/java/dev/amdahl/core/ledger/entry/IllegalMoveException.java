package dev.amdahl.core.ledger.entry;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;

/** An entry that does not follow from the state; nothing was written. Immutable. */
public final class IllegalMoveException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /**
     * @param entry what was to be recorded
     * @param problem why it cannot be
     */
    public IllegalMoveException(Entry entry, String problem) {
        super(
                ErrorCategory.INTERNAL,
                entry.getClass().getSimpleName() + " of '" + entry.subject() + "': " + problem
                        + "; nothing was written");
    }
}
