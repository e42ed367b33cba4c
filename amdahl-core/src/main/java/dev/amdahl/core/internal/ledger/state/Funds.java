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
record Funds(Balance balance, HashPMap<String, Balance.Reservation> reservations) {
    static final Funds NONE = new Funds(Balance.EMPTY, HashTreePMap.empty());

    Funds with(Balance next) {
        return new Funds(next, reservations);
    }

    Funds with(String key, Balance.Reservation reservation) {
        return new Funds(balance, reservations.plus(key, reservation));
    }

    Funds without(String key) {
        return new Funds(balance, reservations.minus(key));
    }
}
