package dev.amdahl.core.ledger.budget;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The balance of a budget. A reservation counts as used until it is settled; a cost belongs to the day on which it was set aside. Days only
 * move on: a clock that is set back stays on the highest day seen, so it refills nothing.
 *
 * @param budget what may be spent
 * @param day the highest day seen, in UTC
 * @param total over the life of the ledger
 * @param today what belongs to the day
 */
public record Balance(Budget budget, LocalDate day, Account total, Account today) {
    /** Nothing bounded, nothing spent. */
    public static final Balance EMPTY = new Balance(Budget.UNLIMITED, LocalDate.MIN, Account.EMPTY, Account.EMPTY);

    private static final double ALERT = .8;

    /**
     * One account.
     *
     * @param spent settled, never more than was set aside for it
     * @param overrun what was held beyond the limit that was asked for, by a scheduler that did not keep it
     * @param reserved set aside
     */
    public record Account(Amounts spent, Amounts overrun, Amounts reserved) {
        /** Nothing. */
        public static final Account EMPTY = new Account(Amounts.NONE, Amounts.NONE, Amounts.NONE);

        /** Returns all of it: what a budget is compared with. */
        public Amounts used() {
            return spent.plus(overrun).plus(reserved);
        }

        private Account reserve(Amounts more) {
            return new Account(spent, overrun, reserved.plus(more));
        }

        private Account settle(Amounts aside, Amounts cost) {
            Amounts within = cost.atMost(aside);
            return new Account(spent.plus(within), overrun.plus(cost.minus(within)), reserved.minus(aside));
        }

        private Account spend(Amounts cost) {
            return new Account(spent.plus(cost), overrun, reserved);
        }

        private Account overrun(Amounts cost) {
            return new Account(spent, overrun.plus(cost), reserved);
        }
    }

    /**
     * Something set aside.
     *
     * @param day the day that it belongs to
     * @param about the run, hypothesis or family that it is for
     * @param amounts how much
     */
    public record Reservation(LocalDate day, String about, Amounts amounts) {}

    /** Returns the account as of a day: the same if that day is over already. */
    public Balance on(LocalDate now) {
        return now.isAfter(day) ? new Balance(budget, now, total, Account.EMPTY) : this;
    }

    /** Returns the account under another budget, which may be less than what is used. */
    public Balance under(Budget other) {
        return new Balance(other, day, total, today);
    }

    /** Returns why so much more may not be set aside now; empty if it may. */
    public Optional<String> refusal(Amounts more) {
        return refusal(budget.total(), total, more, "").or(() -> refusal(budget.perDay(), today, more, " a day"));
    }

    private static Optional<String> refusal(Limits limits, Account account, Amounts more, String period) {
        List<Limits.Use> now = limits.uses(account.used());
        List<Limits.Use> then = limits.uses(account.used().plus(more));
        for (int i = 0; i < now.size(); i++) {
            boolean isMore = then.get(i).used() > now.get(i).used();
            if (isMore && then.get(i).isOver()) {
                return Optional.of("budget of " + now.get(i).bound() + period + " is spent: "
                        + Limits.text(now.get(i).used()) + " used or reserved, "
                        + Limits.text(then.get(i).used() - now.get(i).used()) + " more may be needed");
            }
        }
        return Optional.empty();
    }

    /** Bounds of which four fifths or more are used, in words. */
    public List<String> alerts() {
        List<String> alerts = new ArrayList<>();
        alerts(alerts, budget.total(), total, "");
        alerts(alerts, budget.perDay(), today, " a day");
        return List.copyOf(alerts);
    }

    private static void alerts(List<String> alerts, Limits limits, Account account, String period) {
        for (Limits.Use use : limits.uses(account.used())) {
            if (use.share() >= ALERT) {
                alerts.add(Math.round(100 * use.share()) + " % of the budget of " + use.bound() + period
                        + " is used or reserved");
            }
        }
    }

    /** Sets aside; whether the budget allows it is for the caller to ask. */
    public Balance reserve(Amounts more) {
        return new Balance(budget, day, total.reserve(more), today.reserve(more));
    }

    /** Books what a reservation came to and gives the rest back; what it came to beyond it is overrun. */
    public Balance settle(Reservation reservation, Amounts cost) {
        return new Balance(
                budget,
                day,
                total.settle(reservation.amounts(), cost),
                reservation.day().equals(day) ? today.settle(reservation.amounts(), cost) : today);
    }

    /** Books what was spent without asking. */
    public Balance spend(Amounts cost) {
        return new Balance(budget, day, total.spend(cost), today.spend(cost));
    }

    /** Books what was held beyond what was asked for. */
    public Balance overrun(Amounts cost) {
        return new Balance(budget, day, total.overrun(cost), today.overrun(cost));
    }
}
