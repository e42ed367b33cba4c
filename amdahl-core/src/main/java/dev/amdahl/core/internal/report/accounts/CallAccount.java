package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.ModelCall.Outcome;
import dev.amdahl.core.ledger.entry.ModelCall.Purpose;
import dev.amdahl.core.ledger.entry.ModelCall.Standing;
import dev.amdahl.core.ledger.view.LedgerView;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What calls of models came to.
 *
 * @param made how many were set aside
 * @param answers of them, those that answered a question
 * @param failed of them, those without a usable reply
 * @param escalated of them, those for which another model before was not enough
 * @param refused roles and subjects for which the newest call was refused
 * @param cachedTokens tokens that a cache of the services supplied
 * @param seconds time they took
 * @param tokensByRole read and written, or set aside, by who asked
 * @param savedByRouting what the best model alone would have cost for the same answers, less what all calls for them cost
 */
public record CallAccount(
        long made,
        long answers,
        long failed,
        long escalated,
        long refused,
        long cachedTokens,
        double seconds,
        Map<String, Long> tokensByRole,
        double savedByRouting) {
    public CallAccount {
        tokensByRole = Collections.unmodifiableMap(new TreeMap<>(tokensByRole));
    }

    static CallAccount of(LedgerView view) {
        long made = 0;
        long answers = 0;
        long failed = 0;
        long escalated = 0;
        long refused = 0;
        long cached = 0;
        double seconds = 0;
        double saved = 0;
        Map<String, Long> tokens = new TreeMap<>();
        for (ModelCall call : view.calls()) {
            if (call.standing() == Standing.REFUSED) {
                refused++;
                continue;
            }
            made++;
            Optional<Outcome> outcome = call.outcome();
            answers += outcome.filter(Outcome::isAnswer).isPresent() ? 1 : 0;
            failed += outcome.flatMap(Outcome::failure).isPresent() ? 1 : 0;
            escalated += call.purpose().flatMap(Purpose::escalation).isPresent() ? 1 : 0;
            cached += outcome.map(Outcome::cachedTokens).orElse(0L);
            seconds += outcome.map(Outcome::seconds).orElse(0.0);
            if (call.purpose().isPresent()) {
                tokens.merge(call.role(), call.tokens(), Long::sum);
                saved += outcome.map(Outcome::unrouted).orElse(0.0);
                saved -= call.standing() == Standing.SETTLED ? call.money() : 0;
            }
        }
        return new CallAccount(made, answers, failed, escalated, refused, cached, seconds, tokens, saved);
    }
}
