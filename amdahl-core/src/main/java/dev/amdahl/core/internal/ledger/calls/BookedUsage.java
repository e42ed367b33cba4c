package dev.amdahl.core.internal.ledger.calls;

import dev.amdahl.spi.llm.CallBook.Call;
import dev.amdahl.spi.llm.CallBook.Intent;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import java.util.Optional;

/**
 * What is booked for a call: what its service says, but never more than was set aside, as no service is believed more than was asked of it;
 * and all that was set aside where nobody can say what it came to.
 *
 * @param usage what is booked
 * @param note what people should know; empty where it is what the service said
 */
record BookedUsage(LlmUsage usage, Optional<String> note) {

    static BookedUsage of(Call call) {
        Intent intent = call.intent();
        LlmUsage said = call.usage();
        if (call.failure().equals(Optional.of(Reason.TIME_LIMIT)) && said.equals(LlmUsage.NONE)) {
            return new BookedUsage(new LlmUsage(intent.tokens(), 0, 0, intent.price()), Optional.empty());
        }
        long written = Math.min(said.outputTokens(), intent.tokens());
        long read = Math.min(said.inputTokens(), intent.tokens() - written);
        boolean isDearer = intent.price() > 0 && said.price() > intent.price();
        LlmUsage booked = new LlmUsage(
                read, Math.min(said.cachedTokens(), read), written, isDearer ? intent.price() : said.price());
        boolean isLess = isDearer || read < said.inputTokens() || written < said.outputTokens();
        return new BookedUsage(
                booked,
                isLess
                        ? Optional.of(
                                "a call of " + intent.model() + " is said to have used " + said.inputTokens() + " + "
                                        + said.outputTokens() + " tokens for " + said.price() + ", where at most "
                                        + intent.tokens()
                                        + " for " + intent.price() + " were set aside; no more than that is booked")
                        : Optional.empty());
    }
}
