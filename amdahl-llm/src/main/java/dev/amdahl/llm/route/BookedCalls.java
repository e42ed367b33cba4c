package dev.amdahl.llm.route;

import com.google.common.base.Stopwatch;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.CallBook.Call;
import dev.amdahl.spi.llm.CallBook.Intent;
import dev.amdahl.spi.llm.CallBook.Ticket;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the calls for one question: each is set aside before it is made and settled after it, however it ends. Not thread-safe. */
final class BookedCalls {
    private final RouterSettings settings;
    private final Outgoing outgoing;
    private final CallBook book;
    private final Outages outages;
    private final Stopwatch asked;

    BookedCalls(RouterSettings settings, Outgoing outgoing, CallBook book, Outages outages) {
        this.settings = settings;
        this.outgoing = outgoing;
        this.book = book;
        this.outages = outages;
        this.asked = Stopwatch.createStarted(settings.ticker());
    }

    /** Most price of a call. */
    double mostPrice(RoutedModel model) {
        return model.most(outgoing.mostRead(model), outgoing.mostWritten(model));
    }

    private Intent intent(RoutedModel model, Optional<String> escalation) {
        return new Intent(
                outgoing.digest(),
                model.name(),
                outgoing.question().role(),
                outgoing.question().about(),
                Math.addExact(outgoing.mostRead(model), outgoing.mostWritten(model)),
                mostPrice(model),
                escalation,
                model.placeDigest());
    }

    /** Returns why a model is not asked now, if it was not there when it was last asked. */
    Optional<LlmException> outage(RoutedModel model) {
        return outages.of(model);
    }

    /** Records that a rule forbids a call. */
    LlmException refused(RoutedModel model, String reason) {
        book.refused(intent(model, Optional.empty()), reason);
        return new LlmException(Reason.NOT_ALLOWED, model.name() + ": " + reason, LlmUsage.NONE, null);
    }

    /**
     * Makes one.
     *
     * @param agreement where the reply counts as a vote
     * @throws LlmException if there is no usable answer, or the call may not be made
     */
    LlmReply make(RoutedModel model, Optional<String> escalation, @Nullable Agreement agreement) {
        Duration left = outgoing.question().timeLimit().minus(asked.elapsed());
        if (left.isNegative() || left.isZero()) {
            throw new LlmException(
                    Reason.TIME_LIMIT,
                    "no answer within " + outgoing.question().timeLimit().toSeconds() + " s",
                    LlmUsage.NONE,
                    null);
        }
        Intent intent = intent(model, escalation);
        Ticket ticket = book.reserve(intent);
        Duration limit = Stream.of(left, settings.mostTime(), ticket.timeLimit().orElse(left))
                .min(Duration::compareTo)
                .orElseThrow();
        Stopwatch call = Stopwatch.createStarted(settings.ticker());
        LlmReply reply;
        try {
            LlmReply given = model.backend().complete(outgoing.request(model, limit));
            reply = new LlmReply(
                    CleanReply.of(given.text(), outgoing.schema().isPresent()),
                    given.model(),
                    priced(model, given.usage()));
        } catch (LlmException e) {
            LlmUsage usage = priced(model, e.usage());
            fail(ticket, intent, e.reason(), usage, call.elapsed());
            LlmException failure = clean(e, usage);
            outages.failed(model, failure);
            throw failure;
        } catch (RuntimeException broken) {
            LlmUsage most = new LlmUsage(intent.tokens(), 0, 0, intent.price());
            fail(ticket, intent, Reason.PROTOCOL, most, call.elapsed());
            throw new LlmException(
                    Reason.PROTOCOL,
                    Redaction.of(model.name() + " broke, which is booked as it was set aside: " + broken),
                    most,
                    null);
        }
        outages.answered(model);
        boolean isAnswer = agreement == null || agreement.add(reply);
        book.settle(new Call(
                ticket.id(),
                intent,
                outgoing.prompt(),
                Optional.of(reply),
                Optional.empty(),
                reply.usage(),
                call.elapsed(),
                isAnswer,
                isAnswer ? unrouted(model, reply.usage()) : 0));
        return reply;
    }

    private void fail(Ticket ticket, Intent intent, Reason reason, LlmUsage usage, Duration latency) {
        book.settle(new Call(
                ticket.id(),
                intent,
                outgoing.prompt(),
                Optional.empty(),
                Optional.of(reason),
                usage,
                latency,
                false,
                0));
    }

    /** Returns what a service says may repeat a key. */
    private static LlmException clean(LlmException e, LlmUsage usage) {
        String message = String.valueOf(e.getMessage());
        String shown = Redaction.of(message);
        return new LlmException(e.reason(), shown, usage, shown.equals(message) ? e : null);
    }

    /** By the price list where the backend does not know. */
    private static LlmUsage priced(RoutedModel model, LlmUsage usage) {
        return usage.price() > 0
                ? usage
                : new LlmUsage(usage.inputTokens(), usage.cachedTokens(), usage.outputTokens(), model.price(usage));
    }

    private double unrouted(RoutedModel model, LlmUsage usage) {
        RoutedModel best = settings.best();
        return best.equals(model) ? usage.price() : best.price(usage);
    }
}
