package dev.amdahl.llm.internal.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.answer.Repair;
import dev.amdahl.llm.answer.ServiceStatus;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code claude -p}: prints one JSON document. An error of its service has the subtype {@code success}: only {@code is_error} and the
 * exit code tell. Immutable.
 */
final class ClaudeAgent implements Agent {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Map<String, Reason> SUBTYPES = Map.of(
            "error_max_turns", Reason.TRUNCATED,
            "error_max_budget_usd", Reason.NOT_ALLOWED,
            "error_max_structured_output_retries", Reason.OFF_SCHEMA);
    private static final Map<String, Reason> STOPS = Map.of(
            "refusal", Reason.REFUSAL,
            "max_tokens", Reason.TRUNCATED,
            "model_context_window_exceeded", Reason.TRUNCATED);

    private final AgentSettings settings;

    ClaudeAgent(AgentSettings settings) {
        this.settings = settings;
    }

    @Override
    public List<String> arguments(LlmRequest request, Path folder) {
        List<String> words = new ArrayList<>(List.of(
                "-p",
                "--bare",
                "--output-format",
                "json",
                "--tools",
                "",
                "--strict-mcp-config",
                "--no-session-persistence",
                "--max-turns",
                String.valueOf(settings.turns())));
        settings.model().ifPresent(model -> words.addAll(List.of("--model", model)));
        request.schema().ifPresent(schema -> words.addAll(List.of("--json-schema", schema)));
        if (!request.instructions().isBlank()) {
            words.addAll(List.of("--system-prompt", request.instructions()));
        }
        words.addAll(settings.arguments());
        return words;
    }

    @Override
    public Map<String, String> variables(LlmRequest request) {
        return Map.of(
                "CLAUDE_CODE_MAX_OUTPUT_TOKENS",
                String.valueOf(request.maxOutputTokens()),
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
                "1");
    }

    @Override
    public String input(LlmRequest request, Optional<Repair> repair) {
        return request.material() + repair.map(Repair::afterwards).orElse("");
    }

    @Override
    public LlmReply read(AgentRun.Ended ended) {
        JsonNode result = result(ended);
        LlmUsage usage = usage(result);
        AgentError complaint = new AgentError(settings.toString(), usage);
        String said = result.path("result").asText("");
        if (result.path("is_error").asBoolean() || ended.exitCode() != 0) {
            throw complaint.of(reason(result, said), said.isBlank() ? ended.complaints() : said);
        }
        Reason stopped = STOPS.get(result.path("stop_reason").asText(""));
        if (stopped != null) {
            throw complaint.of(
                    stopped,
                    "its answer ended with " + result.path("stop_reason").asText());
        }
        JsonNode structured = result.path("structured_output");
        return new LlmReply(structured.isContainerNode() ? structured.toString() : said, model(result), usage);
    }

    /** Returns the last one, where it prints a list of its messages. */
    private JsonNode result(AgentRun.Ended ended) {
        try {
            JsonNode printed = MAPPER.readTree(ended.output());
            JsonNode last = printed.isArray() ? printed.path(printed.size() - 1) : printed;
            if (last.path("type").asText().equals("result")) {
                return last;
            }
        } catch (JsonProcessingException notJson) {
            throw new AgentError(settings.toString(), LlmUsage.NONE).unreadable(ended, notJson);
        }
        throw new AgentError(settings.toString(), LlmUsage.NONE).unreadable(ended, null);
    }

    private static Reason reason(JsonNode result, String said) {
        int status = result.path("api_error_status").asInt();
        if (status >= 400) {
            return ServiceStatus.reason(status);
        }
        Reason known = SUBTYPES.get(result.path("subtype").asText(""));
        return known != null ? known : AgentError.reason(said);
    }

    /** Of all models of the run: {@code usage} leaves out calls on the side. */
    private LlmUsage usage(JsonNode result) {
        LlmUsage counted = LlmUsage.NONE;
        for (JsonNode used : result.path("modelUsage")) {
            counted = counted.plus(settings.prices()
                    .usage(
                            used.path("inputTokens").asLong(),
                            used.path("cacheReadInputTokens").asLong(),
                            used.path("cacheCreationInputTokens").asLong(),
                            used.path("outputTokens").asLong()));
        }
        double cost = result.path("total_cost_usd").asDouble(-1);
        return cost >= 0 && Double.isFinite(cost)
                ? new LlmUsage(counted.inputTokens(), counted.cachedTokens(), counted.outputTokens(), cost)
                : counted;
    }

    /** Returns the one that wrote most, where a run used several. */
    private String model(JsonNode result) {
        return result.path("modelUsage").properties().stream()
                .max((one, other) -> Long.compare(
                        one.getValue().path("outputTokens").asLong(),
                        other.getValue().path("outputTokens").asLong()))
                .map(Map.Entry::getKey)
                .or(settings::model)
                .orElse(ClaudeBackendFactory.NAME);
    }
}
