package dev.amdahl.core.internal.ledger.state;

import static dev.amdahl.core.internal.ledger.state.HypothesisRules.require;

import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.Balance.Reservation;
import dev.amdahl.core.ledger.budget.BudgetExceededException;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry.BudgetSet;
import dev.amdahl.core.ledger.entry.Entry.Spent;
import dev.amdahl.core.ledger.view.Run;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** How the budget is kept: set aside with the intent, settled once, never over. */
final class BudgetRules {
    private static final double MAX = 1e12;

    private BudgetRules() {}

    static void budgetSet(StateBuilder draft, BudgetSet entry) {
        draft.put(now(draft).under(entry.budget()));
    }

    static void spent(StateBuilder draft, Spent entry) {
        require(isAmount(entry.amount()), entry, "an amount is finite and >= 0, was " + entry.amount());
        switch (entry.kind()) {
            case EXPERIMENT_ACCELERATOR_SECONDS, EVIDENCE_ACCELERATOR_SECONDS, CALIBRATION_ACCELERATOR_SECONDS ->
                settleRun(draft, entry);
            case OVERRUN_ACCELERATOR_SECONDS -> draft.put(now(draft).overrun(accelerators(draft, entry)));
            case TOKEN_MONEY -> draft.put(now(draft).spend(Amounts.tokens(0, entry.amount())));
            case REVIEW_MINUTES -> settle(draft, review(entry.subject()), Amounts.review(entry.amount()));
            case BUILD_SECONDS -> {}
        }
        draft.add(new Cost(entry.subject(), entry.kind(), entry.amount(), draft.at()));
    }

    private static void settleRun(StateBuilder draft, Spent entry) {
        Optional<Run> run = draft.run(entry.subject());
        require(run.filter(known -> known.state().isInFlight()).isEmpty(), entry, "is still in flight");
        require(
                run.isEmpty() || draft.reservation(entry.subject()).isPresent(),
                entry,
                "is settled already: a run is booked once");
        settle(draft, entry.subject(), accelerators(draft, entry));
    }

    private static Amounts accelerators(StateBuilder draft, Spent entry) {
        return draft.run(entry.subject())
                .map(run -> run.plan().amounts(entry.amount()))
                .orElseGet(() -> Amounts.accelerators(entry.amount(), 0));
    }

    /**
     * Sets aside.
     *
     * @throws BudgetExceededException if the budget does not allow it
     */
    static void reserve(StateBuilder draft, String key, String about, Amounts amounts) {
        Balance balance = now(draft);
        Optional<String> refusal = balance.refusal(amounts);
        if (refusal.isPresent()) {
            throw new BudgetExceededException(refusal.get());
        }
        draft.put(balance.reserve(amounts));
        draft.put(key, new Reservation(balance.day(), about, amounts));
    }

    static void reserveReview(StateBuilder draft, String hypothesis) {
        reserve(
                draft,
                review(hypothesis),
                hypothesis,
                Amounts.review(draft.balance().budget().reviewMinutesEach()));
    }

    /** Books against what was set aside, if it was. */
    static void settle(StateBuilder draft, String key, Amounts cost) {
        Balance balance = now(draft);
        Optional<Reservation> reservation = draft.reservation(key);
        draft.put(reservation.isPresent() ? balance.settle(reservation.get(), cost) : balance.spend(cost));
        draft.removeReservation(key);
    }

    /** Gives back what was set aside and came to nothing. */
    static void release(StateBuilder draft, String key) {
        if (draft.reservation(key).isPresent()) {
            settle(draft, key, Amounts.NONE);
        }
    }

    /** Returns the account on the day of the event, or on a later one that was seen before it. */
    private static Balance now(StateBuilder draft) {
        return draft.balance().on(LocalDate.ofInstant(draft.at(), ZoneOffset.UTC));
    }

    static boolean isAmount(double value) {
        return value >= 0 && value < MAX;
    }

    static String review(String hypothesis) {
        return "review:" + hypothesis;
    }
}
