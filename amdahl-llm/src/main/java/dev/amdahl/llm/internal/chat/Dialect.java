package dev.amdahl.llm.internal.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import java.util.Optional;

/** The protocol of a kind of service: LangChain4j's for the question, and what it keeps to itself of the answer. Implementations are thread-safe. */
interface Dialect {
    /** Returns a model that speaks over a connection, for one turn. */
    ChatModel model(HttpClientBuilder connection, Turn turn);

    /** Returns how the answer ended. */
    Ending ending(JsonNode answer);

    /** Returns what it used; empty if the service does not say. */
    Optional<LlmUsage> usage(JsonNode answer);

    /**
     * How an answer ended.
     *
     * @param word the service's own
     * @param failure why it is of no use; empty if it is whole
     */
    record Ending(String word, Optional<Reason> failure) {}
}
