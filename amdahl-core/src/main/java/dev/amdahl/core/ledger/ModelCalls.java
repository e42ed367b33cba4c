package dev.amdahl.core.ledger;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.roi.Balance;
import java.util.List;

/**
 * Asking models within the budget: set aside before the call, settle after it. A call whose end is not known stays set aside, and
 * costs what was set aside once it is given up. As thread-safe as its lease.
 */
public final class ModelCalls {
    private static final String PREFIX = "call:";

    private final Lease lease;

    /** Calls that are booked under this lease. */
    public ModelCalls(Lease lease) {
        this.lease = requireNonNull(lease);
    }

    /**
     * What may be spent on a call. Immutable.
     *
     * @param call its id, which no other call has
     * @param model which model
     * @param about the hypothesis or family it is for
     * @param tokens most tokens, read and written
     * @param money their most price
     */
    public record Request(String call, String model, String about, long tokens, double money) {}

    /**
     * Sets aside; the call may be made once this returns.
     *
     * @return what people should know: bounds of which four fifths or more are used
     * @throws dev.amdahl.core.roi.BudgetExceededException if the budget does not allow it; the call must not be made
     * @throws IllegalMoveException if a call under that id is in flight
     */
    public List<String> reserve(Request request) {
        return alerts(lease.commit(new Entry.CallReserved(
                request.call(), request.model(), request.about(), request.tokens(), request.money())));
    }

    /**
     * Books what a call came to, once.
     *
     * @return as {@link #reserve}
     * @throws IllegalMoveException if it was never reserved, or is settled
     */
    public List<String> settle(String call, long inputTokens, long outputTokens, double money) {
        return alerts(lease.commit(new Entry.CallSettled(call, inputTokens, outputTokens, money)));
    }

    /** Gives up calls whose end is not known, after a crash: each may have been billed, so it is booked as it was set aside. */
    public List<String> settleUnknown() {
        lease.view().reservations().forEach((key, reservation) -> {
            if (key.startsWith(PREFIX)) {
                settle(
                        key.substring(PREFIX.length()),
                        reservation.amounts().tokens(),
                        0,
                        reservation.amounts().tokenMoney());
            }
        });
        return open();
    }

    /** Ids of calls that are set aside and not settled. */
    public List<String> open() {
        return lease.view().reservations().keySet().stream()
                .filter(key -> key.startsWith(PREFIX))
                .map(key -> key.substring(PREFIX.length()))
                .sorted()
                .toList();
    }

    private static List<String> alerts(LedgerView view) {
        Balance balance = view.balance();
        return balance.alerts();
    }
}
