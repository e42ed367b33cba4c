package dev.amdahl.llm.internal.chat;

import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import dev.langchain4j.data.message.AiMessage;
import java.util.Optional;

/**
 * What a model says in one turn: untrusted.
 *
 * @param message its words, its thoughts where the service shows them, and the tools that it asks for
 * @param model the model that says it
 * @param usage what it cost
 */
public record Said(AiMessage message, String model, LlmUsage usage) {
    /** Returns its words alone. */
    LlmReply reply() {
        return new LlmReply(Optional.ofNullable(message.text()).orElse(""), model, usage);
    }
}
