package dev.amdahl.core.ledger.budget;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;

/** Something would cost more than the budget leaves; nothing was done. Immutable. */
public final class BudgetExceededException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    /** @param reason which bound, and what is used of it */
    public BudgetExceededException(String reason) {
        super(ErrorCategory.USER, reason + "; raise the budget, or wait for the next day where it is one of a day");
    }
}
