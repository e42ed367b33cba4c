package dev.amdahl.llm.internal.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.util.Optional;

/** The chat completions of OpenAI, which vLLM, SGLang, Ollama and llama.cpp speak as well. Immutable. */
final class OpenAiDialect implements Dialect {
    private static final String OWN_HOST = "api.openai.com";

    private final ChatSettings settings;

    OpenAiDialect(ChatSettings settings) {
        this.settings = settings;
    }

    @Override
    public ChatModel model(HttpClientBuilder connection, Turn turn) {
        OpenAiChatModel.OpenAiChatModelBuilder builder = OpenAiChatModel.builder()
                .httpClientBuilder(connection)
                .baseUrl(settings.address())
                .modelName(settings.model())
                .strictJsonSchema(true)
                .returnThinking(true)
                .maxRetries(0);
        settings.key().ifPresent(builder::apiKey);
        settings.temperature().ifPresent(builder::temperature);
        // OpenAI's newer models refuse the older name of the bound, and some servers know that one only.
        if (settings.address().contains(OWN_HOST)) {
            builder.maxCompletionTokens(turn.maxOutputTokens());
        } else {
            builder.maxTokens(turn.maxOutputTokens());
        }
        return builder.build();
    }

    @Override
    public Ending ending(JsonNode answer) {
        JsonNode choice = answer.path("choices").path(0);
        String refusal = choice.path("message").path("refusal").asText("");
        if (!refusal.isBlank()) {
            return new Ending("refusal", Optional.of(Reason.REFUSAL));
        }
        String word = choice.path("finish_reason").asText("none");
        Optional<Reason> failure = switch (word) {
            case "stop" -> Optional.empty();
            case "length" -> Optional.of(Reason.TRUNCATED);
            case "content_filter" -> Optional.of(Reason.REFUSAL);
            // "tool_calls" and "function_call" answer to tools, where some were offered.
            default -> Optional.of(Reason.PROTOCOL);
        };
        return new Ending(word, failure);
    }

    @Override
    public Optional<LlmUsage> usage(JsonNode answer) {
        JsonNode usage = answer.path("usage");
        long cached = usage.path("prompt_tokens_details").path("cached_tokens").asLong();
        long read = usage.path("prompt_tokens").asLong();
        boolean isTold = usage.path("completion_tokens").isNumber()
                && usage.path("completion_tokens").asLong() >= 0;
        if (!isTold || read < 0 || cached < 0) {
            return Optional.empty();
        }
        return Optional.of(settings.prices()
                .usage(
                        read - cached,
                        Math.min(cached, read),
                        0,
                        usage.path("completion_tokens").asLong()));
    }
}
