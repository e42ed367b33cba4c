package dev.amdahl.llm.internal.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import java.util.Optional;

/** The Messages protocol of Anthropic. Immutable. */
final class AnthropicDialect implements Dialect {
    /** What the service takes at least for thoughts, and what is left at least for words. */
    private static final int MIN_THINKING = 1024;

    private final ChatSettings settings;

    AnthropicDialect(ChatSettings settings) {
        this.settings = settings;
    }

    @Override
    public ChatModel model(HttpClientBuilder connection, Turn turn) {
        AnthropicChatModel.AnthropicChatModelBuilder builder = AnthropicChatModel.builder()
                .httpClientBuilder(connection)
                .baseUrl(settings.address())
                .apiKey(settings.key().orElse("none"))
                .modelName(settings.model())
                .maxTokens(turn.maxOutputTokens())
                .returnThinking(true)
                .sendThinking(true)
                .maxRetries(0);
        settings.temperature().ifPresent(builder::temperature);
        if (!turn.tools().isEmpty()) {
            // A conversation repeats all that it began with, which a cache of the service makes cheap.
            builder.cacheSystemMessages(true).cacheTools(true);
            int thinking = Math.min(settings.thinking(), turn.maxOutputTokens() - MIN_THINKING);
            if (thinking >= MIN_THINKING) {
                builder.thinkingType("enabled").thinkingBudgetTokens(thinking);
            }
        }
        return builder.build();
    }

    @Override
    public Ending ending(JsonNode answer) {
        String word = answer.path("stop_reason").asText("none");
        Optional<Reason> failure = switch (word) {
            case "end_turn", "stop_sequence" -> Optional.empty();
            case "max_tokens", "model_context_window_exceeded" -> Optional.of(Reason.TRUNCATED);
            case "refusal" -> Optional.of(Reason.REFUSAL);
            // "tool_use" and "pause_turn" answer to tools, where some were offered.
            default -> Optional.of(Reason.PROTOCOL);
        };
        return new Ending(word, failure);
    }

    @Override
    public Optional<LlmUsage> usage(JsonNode answer) {
        JsonNode usage = answer.path("usage");
        boolean isTold = usage.path("output_tokens").isNumber()
                && usage.properties().stream()
                        .noneMatch(figure -> figure.getValue().asLong() < 0);
        if (!isTold) {
            return Optional.empty();
        }
        return Optional.of(settings.prices()
                .usage(
                        usage.path("input_tokens").asLong(),
                        usage.path("cache_read_input_tokens").asLong(),
                        usage.path("cache_creation_input_tokens").asLong(),
                        usage.path("output_tokens").asLong()));
    }
}
