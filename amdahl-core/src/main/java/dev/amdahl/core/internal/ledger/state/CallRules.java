package dev.amdahl.core.internal.ledger.state;

import static dev.amdahl.core.internal.ledger.state.HypothesisRules.require;

import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.core.ledger.budget.Balance.Reservation;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry.CallRefused;
import dev.amdahl.core.ledger.entry.Entry.CallReserved;
import dev.amdahl.core.ledger.entry.Entry.CallSettled;
import dev.amdahl.core.ledger.entry.Entry.EvidenceKept;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.ModelCall.Outcome;
import dev.amdahl.core.ledger.entry.ModelCall.Standing;
import dev.amdahl.core.ledger.evidence.StoredArtifact;
import java.util.Optional;

/** How calls of models are booked: set aside before, settled once. */
public final class CallRules {
    private static final String PREFIX = "call:";
    private static final String REFUSED = "refused:";

    private CallRules() {}

    static void reserved(StateBuilder draft, CallReserved entry) {
        require(draft.reservation(key(entry.call())).isEmpty(), entry, "is in flight already");
        require(!entry.call().isBlank() && !entry.model().isBlank(), entry, "does not say which call of which model");
        require(entry.tokens() >= 0 && BudgetRules.isAmount(entry.money()), entry, "sets aside no amount");
        BudgetRules.reserve(draft, key(entry.call()), entry.about(), Amounts.tokens(entry.tokens(), entry.money()));
        draft.put(new ModelCall(
                entry.call(),
                entry.model(),
                entry.about(),
                entry.purpose(),
                Standing.RESERVED,
                entry.tokens(),
                entry.money(),
                Optional.empty(),
                "",
                draft.at()));
    }

    static void settled(StateBuilder draft, CallSettled entry) {
        Reservation reservation = draft.reservation(key(entry.call()))
                .orElseThrow(() -> new IllegalMoveException(entry, "was never reserved, or is settled"));
        require(
                entry.inputTokens() >= 0 && entry.outputTokens() >= 0 && BudgetRules.isAmount(entry.money()),
                entry,
                "came to no amount");
        require(
                entry.outcome()
                        .map(Outcome::prompt)
                        .filter(digest -> !StoredArtifact.isDigest(digest))
                        .isEmpty(),
                entry,
                "names a prompt by no SHA-256");
        long tokens = Math.addExact(entry.inputTokens(), entry.outputTokens());
        BudgetRules.settle(draft, key(entry.call()), Amounts.tokens(tokens, entry.money()));
        draft.add(new Cost(reservation.about(), Cost.Kind.TOKEN_MONEY, entry.money(), draft.at()));
        draft.call(entry.call()).ifPresent(call -> draft.put(call.settled(tokens, entry.money(), entry.outcome())));
    }

    /** The newest refusal of a role about a subject replaces the one before it. */
    static void refused(StateBuilder draft, CallRefused entry) {
        require(entry.tokens() >= 0 && BudgetRules.isAmount(entry.money()), entry, "asks for no amount");
        draft.put(new ModelCall(
                refusal(entry.purpose().role(), entry.about()),
                entry.model(),
                entry.about(),
                Optional.of(entry.purpose()),
                Standing.REFUSED,
                entry.tokens(),
                entry.money(),
                Optional.empty(),
                entry.reason(),
                draft.at()));
    }

    static boolean isCall(StateBuilder draft, EvidenceKept entry) {
        return draft.call(entry.key()).isPresent();
    }

    /** Returns what is set aside for a call. */
    static String key(String call) {
        return PREFIX + call;
    }

    /** Returns the call behind something set aside; empty if it is none. */
    public static Optional<String> call(String key) {
        return key.startsWith(PREFIX) ? Optional.of(key.substring(PREFIX.length())) : Optional.empty();
    }

    /** Returns where the newest refusal of a role about a subject stands. */
    public static String refusal(String role, String about) {
        return REFUSED + role + ":" + about;
    }
}
