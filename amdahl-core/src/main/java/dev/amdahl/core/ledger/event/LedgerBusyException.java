package dev.amdahl.core.ledger.event;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import org.jspecify.annotations.Nullable;

/** Another cycle holds the ledger: the same call may succeed later. Immutable. */
public final class LedgerBusyException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /**
     * @param ledger its place
     * @param problem who holds it
     * @param cause what was caught, if anything
     */
    public LedgerBusyException(String ledger, String problem, @Nullable Throwable cause) {
        super(
                ErrorCategory.TRANSIENT,
                ledger + ": " + problem + "; wait until the other cycle has ended, or end it",
                cause);
    }
}
