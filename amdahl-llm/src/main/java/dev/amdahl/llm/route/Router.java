package dev.amdahl.llm.route;

import static java.util.Objects.requireNonNull;

import dev.amdahl.llm.LlmGateway;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmReply;

/**
 * Sends each question to the cheapest model that may do, and to a better one for a reason that is recorded: the answer breaks the
 * schema, is cut short or declined, the answers of the cheap one do not agree, or much depends on it. What was answered before is
 * not asked again, and a model that is not there is left alone for a while. Thread-safe where the backends and the book are.
 */
public final class Router implements LlmGateway {
    private final RouterSettings settings;
    private final Outages outages;

    /** Returns a router by these rules. */
    public Router(RouterSettings settings) {
        this.settings = requireNonNull(settings);
        this.outages = new Outages(settings.ticker());
    }

    @Override
    public LlmReply ask(LlmQuestion question, CallBook book) {
        Outgoing outgoing = Outgoing.of(question);
        return book.answered(outgoing.digest())
                .orElseGet(() ->
                        new Route(settings, outgoing, new BookedCalls(settings, outgoing, book, outages)).answer());
    }
}
