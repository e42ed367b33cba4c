package dev.amdahl.core.ledger.event;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;

/** The lease was taken over, so nothing was committed. Immutable. */
public final class StaleLeaseException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /**
     * @param ledger its place
     * @param fence the fence of the lost lease
     * @param current the fence that holds now
     */
    public StaleLeaseException(String ledger, long fence, long current) {
        super(
                ErrorCategory.TRANSIENT,
                ledger + ": lease " + fence + " was taken over by lease " + current
                        + ", nothing was written; end this cycle, the other one goes on");
    }
}
