package dev.amdahl.llm;

import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmReply;

/**
 * The one way from the library to a model: here a model is chosen, secrets are taken out, money is set aside, and the call is booked.
 * Implementations are thread-safe.
 */
public interface LlmGateway {
    /**
     * Returns the answer; the recorded one where the same question was answered before. Blocks.
     *
     * @throws dev.amdahl.spi.llm.LlmException if no model gave a usable answer, or none may be asked
     */
    LlmReply ask(LlmQuestion question, CallBook book);
}
