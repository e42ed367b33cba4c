package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.budget.Balance;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;

/**
 * Where the budget stands.
 *
 * @param balance the sums
 * @param reservations what is set aside, by what for
 */
record BudgetState(Balance balance, HashPMap<String, Balance.Reservation> reservations) {
    static final BudgetState NONE = new BudgetState(Balance.EMPTY, HashTreePMap.empty());

    BudgetState with(Balance next) {
        return new BudgetState(next, reservations);
    }

    BudgetState with(String key, Balance.Reservation reservation) {
        return new BudgetState(balance, reservations.plus(key, reservation));
    }

    BudgetState without(String key) {
        return new BudgetState(balance, reservations.minus(key));
    }
}
