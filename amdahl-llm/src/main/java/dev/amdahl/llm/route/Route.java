package dev.amdahl.llm.route;

import dev.amdahl.llm.LlmQuestion.Stakes;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The way of one question through the tiers. Not thread-safe. */
final class Route {
    /** Another model as good as this one would hardly do better. */
    private static final Set<Reason> NEEDS_A_BETTER_MODEL =
            EnumSet.of(Reason.REFUSAL, Reason.TRUNCATED, Reason.OFF_SCHEMA);

    private final RouterSettings settings;
    private final Outgoing outgoing;
    private final BookedCalls calls;
    private Optional<String> reason = Optional.empty();

    Route(RouterSettings settings, Outgoing outgoing, BookedCalls calls) {
        this.settings = settings;
        this.outgoing = outgoing;
        this.calls = calls;
    }

    /** @throws LlmException if no model on the way gave a usable answer */
    LlmReply answer() {
        List<Tier> tiers = settings.tiersFor(outgoing.question().role());
        if (tiers.isEmpty()) {
            throw calls.refused(
                    settings.best(),
                    "no model may be asked by role '" + outgoing.question().role() + "'");
        }
        int at = 0;
        if (outgoing.question().stakes() == Stakes.HIGH) {
            at = tiers.size() - 1;
            reason = Optional.of("high stakes");
        }
        int last = Math.min(tiers.size() - 1, at + settings.escalations());
        for (; at < last; at++) {
            try {
                Optional<LlmReply> reply = ask(tiers.get(at), true);
                if (reply.isPresent()) {
                    return reply.get();
                }
            } catch (LlmException e) {
                if (e.reason() == Reason.NOT_ALLOWED) {
                    throw e;
                }
            }
        }
        return ask(tiers.get(last), false).orElseThrow();
    }

    /** Empty if the answers do not agree. */
    private Optional<LlmReply> ask(Tier tier, boolean canEscalate) {
        LlmException failure = none(tier);
        for (RoutedModel model : tier.models()) {
            Optional<String> refusal = refusal(model);
            if (refusal.isPresent()) {
                failure = calls.refused(model, refusal.get());
                continue;
            }
            try {
                Optional<LlmException> outage = calls.outage(model);
                if (outage.isPresent()) {
                    throw outage.get();
                }
                return ask(model, canEscalate);
            } catch (LlmException e) {
                failure = e;
                if (e.reason() != Reason.NOT_ALLOWED) {
                    reason = Optional.of(words(e.reason()) + ": " + model.name());
                }
                if (NEEDS_A_BETTER_MODEL.contains(e.reason())) {
                    break;
                }
            }
        }
        throw failure;
    }

    private Optional<String> refusal(RoutedModel model) {
        double most = Math.min(settings.mostPrice(), model.mostPrice());
        double price = calls.mostPrice(model);
        return price > most
                ? Optional.of(String.format(Locale.ROOT, "a call may cost %.4g, this one may need %.4g", most, price))
                : Optional.empty();
    }

    private Optional<LlmReply> ask(RoutedModel model, boolean canEscalate) {
        if (outgoing.agreement().isEmpty() || !canEscalate || settings.samples() < 2) {
            return Optional.of(calls.make(model, reason, null));
        }
        Agreement agreement = new Agreement(outgoing.agreement().get(), settings.samples(), settings.votesNeeded());
        while (!agreement.isLost()) {
            LlmReply reply = calls.make(model, reason, agreement);
            if (agreement.isReached()) {
                return Optional.of(reply);
            }
        }
        reason = Optional.of("low agreement: " + model.name() + " says " + agreement);
        return Optional.empty();
    }

    private static LlmException none(Tier tier) {
        return new LlmException(
                Reason.NOT_ALLOWED, "tier '" + tier.name() + "' has no model", LlmUsage.NONE, (@Nullable Throwable)
                        null);
    }

    private static String words(Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
