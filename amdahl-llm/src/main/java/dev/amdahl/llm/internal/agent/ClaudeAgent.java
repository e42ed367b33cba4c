package dev.amdahl.llm.internal.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.answer.Repair;
import dev.amdahl.llm.answer.ServiceStatus;
import dev.amdahl.llm.internal.proxy.ModelProxy;
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

    private static final String QUIET = "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC";
    private static final String TOOLS = "Read,Edit,Write,Grep,Glob,Bash";

    private final AgentSettings settings;
    private final boolean hasTools;
    private final double mostPrice;

    ClaudeAgent(AgentSettings settings) {
        this(settings, false, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns one with or without its tools.
     *
     * @param hasTools whether it may read, edit and run in the folder that it is started in
     * @param mostPrice of a run, in dollars
     */
    ClaudeAgent(AgentSettings settings, boolean hasTools, double mostPrice) {
        this.settings = settings;
        this.hasTools = hasTools;
        this.mostPrice = mostPrice;
    }

    @Override
    public List<String> arguments(LlmRequest request, Path folder) {
        List<String> words = new ArrayList<>(List.of("-p", "--bare"));
        words.addAll(
                hasTools
                        ? List.of(
                                "--output-format",
                                "stream-json",
                                "--verbose",
                                "--tools",
                                TOOLS,
                                "--allowedTools",
                                TOOLS)
                        : List.of("--output-format", "json", "--tools", ""));
        words.addAll(List.of(
                "--strict-mcp-config", "--no-session-persistence", "--max-turns", String.valueOf(settings.turns())));
        if (Double.isFinite(mostPrice)) {
            words.addAll(List.of("--max-budget-usd", String.valueOf(mostPrice)));
        }
        settings.model().ifPresent(model -> words.addAll(List.of("--model", model)));
        request.schema().ifPresent(schema -> words.addAll(List.of("--json-schema", schema)));
        if (!request.instructions().isBlank()) {
            words.addAll(List.of(hasTools ? "--append-system-prompt" : "--system-prompt", request.instructions()));
        }
        words.addAll(settings.arguments());
        return words;
    }

    @Override
    public Map<String, String> variables(LlmRequest request) {
        return hasTools
                ? Map.of(
                        QUIET,
                        "1",
                        "ANTHROPIC_BASE_URL",
                        ModelProxy.ADDRESS,
                        // It wants a key, and gets none: the real one is added outside.
                        "ANTHROPIC_API_KEY",
                        WorkingProgram.NO_KEY)
                : Map.of("CLAUDE_CODE_MAX_OUTPUT_TOKENS", String.valueOf(request.maxOutputTokens()), QUIET, "1");
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
            JsonNode printed = MAPPER.readTree(hasTools ? lastLine(ended.output()) : ended.output());
            JsonNode last = printed.isArray() ? printed.path(printed.size() - 1) : printed;
            if (last.path("type").asText().equals("result")) {
                return last;
            }
        } catch (JsonProcessingException notJson) {
            throw new AgentError(settings.toString(), LlmUsage.NONE).unreadable(ended, notJson);
        }
        throw new AgentError(settings.toString(), LlmUsage.NONE).unreadable(ended, null);
    }

    private static String lastLine(String output) {
        String text = output.stripTrailing();
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    @Override
    public List<String> steps(String output) {
        List<String> steps = new ArrayList<>();
        for (JsonNode event : JsonLines.of(output)) {
            for (JsonNode part : event.at("/message/content")) {
                switch (part.path("type").asText()) {
                    case "text" -> steps.add("says: " + part.path("text").asText());
                    case "thinking" ->
                        steps.add("thinks: " + part.path("thinking").asText());
                    case "tool_use" -> steps.add("calls " + part.path("name").asText() + ": " + part.path("input"));
                    case "tool_result" -> steps.add("gets: " + words(part.path("content")));
                    default -> {}
                }
            }
        }
        return steps;
    }

    private static String words(JsonNode content) {
        return content.isTextual() ? content.asText() : content.toString();
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
