package dev.amdahl.llm.internal.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.answer.Repair;
import dev.amdahl.llm.answer.StrictSchema;
import dev.amdahl.llm.answer.TwoTurns;
import dev.amdahl.llm.internal.proxy.ModelProxy;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code codex exec}: prints events, one JSON document a line. An item of type {@code error} may stand in a turn that succeeds: only
 * {@code turn.completed} and {@code turn.failed} tell. It says no price. Immutable.
 */
final class CodexAgent implements Agent {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String SHELL = "shell_tool";
    private static final List<String> TOOLS = List.of(SHELL, "view_image", "multi_agent", "goals", "apps");

    /** Held by a sandbox of ours, it needs none of its own. */
    private static final String HELD_KEY = "AMDAHL_MODEL_KEY";

    private static final String WORK = "danger-full-access";

    private static final String PROVIDER = "{name=\"amdahl\",base_url=\"" + ModelProxy.ADDRESS + "/v1\",env_key=\""
            + HELD_KEY + "\",wire_api=\"responses\",supports_websockets=false}";

    private final AgentSettings settings;
    private final boolean hasTools;

    CodexAgent(AgentSettings settings) {
        this(settings, false);
    }

    /**
     * Returns one with or without its tools.
     *
     * @param hasTools whether it may read, edit and run in the folder that it is started in
     */
    CodexAgent(AgentSettings settings, boolean hasTools) {
        this.settings = settings;
        this.hasTools = hasTools;
    }

    @Override
    public List<String> arguments(LlmRequest request, Path folder) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "exec",
                "--json",
                "--ephemeral",
                "--skip-git-repo-check",
                "--ignore-user-config",
                "--ignore-rules",
                "-s",
                hasTools ? WORK : "read-only"));
        words.addAll(
                hasTools
                        ? List.of("-c", "model_provider=\"amdahl\"", "-c", "model_providers.amdahl=" + PROVIDER)
                        : List.of("-C", folder.resolve("work").toString()));
        TOOLS.stream()
                .filter(tool -> !hasTools || !tool.equals(SHELL))
                .forEach(tool -> words.addAll(List.of("--disable", tool)));
        words.addAll(List.of("-c", "web_search=\"disabled\""));
        settings.model().ifPresent(model -> words.addAll(List.of("-m", model)));
        if (request.schema().isPresent()) {
            Path schema = Files.writeString(
                    folder.resolve("schema.json"),
                    StrictSchema.of(request.schema().get()));
            words.addAll(List.of("--output-schema", schema.toString()));
        }
        words.addAll(settings.arguments());
        words.add("-");
        return words;
    }

    /** It wants a key, and gets none: the real one is added outside. */
    @Override
    public Map<String, String> variables(LlmRequest request) {
        return hasTools ? Map.of(HELD_KEY, WorkingProgram.NO_KEY) : Map.of();
    }

    @Override
    public String input(LlmRequest request, Optional<Repair> repair) {
        return request.instructions() + request.schema().map(TwoTurns::order).orElse("") + "\n\n" + request.material()
                + repair.map(Repair::afterwards).orElse("");
    }

    @Override
    public LlmReply read(AgentRun.Ended ended) {
        Events events = events(ended.output());
        AgentError complaint = new AgentError(settings.toString(), events.usage);
        if (events.isFailed || !events.isCompleted || ended.exitCode() != 0) {
            if (events.problem.isBlank()) {
                throw complaint.unreadable(ended, null);
            }
            throw complaint.of(AgentError.reason(events.problem), events.problem);
        }
        if (events.answer.isBlank()) {
            throw complaint.of(Reason.PROTOCOL, "a turn without an answer");
        }
        return new LlmReply(events.answer, settings.model().orElse(CodexBackendFactory.NAME), events.usage);
    }

    private static final class Events {
        private String answer = "";
        private String problem = "";
        private boolean isCompleted;
        private boolean isFailed;
        private LlmUsage usage = LlmUsage.NONE;
    }

    private Events events(String output) {
        Events events = new Events();
        output.lines().filter(line -> line.startsWith("{")).forEach(line -> {
            try {
                read(MAPPER.readTree(line), events);
            } catch (JsonProcessingException cut) {
                events.problem = "a line that is not JSON: " + line;
            }
        });
        return events;
    }

    private void read(JsonNode event, Events events) {
        switch (event.path("type").asText()) {
            case "item.completed" -> {
                JsonNode item = event.path("item");
                if (item.path("type").asText().equals("agent_message")) {
                    events.answer = item.path("text").asText();
                }
            }
            case "turn.completed" -> {
                events.isCompleted = true;
                events.usage = events.usage.plus(usage(event.path("usage")));
            }
            case "turn.failed" -> {
                events.isFailed = true;
                events.problem = event.path("error").path("message").asText();
            }
            case "error" -> events.problem = event.path("message").asText();
            default -> {}
        }
    }

    @Override
    public List<String> steps(String output) {
        List<String> steps = new ArrayList<>();
        for (JsonNode event : JsonLines.of(output)) {
            JsonNode item = event.path("item");
            if (event.path("type").asText().equals("item.completed")) {
                switch (item.path("type").asText()) {
                    case "agent_message" ->
                        steps.add("says: " + item.path("text").asText());
                    case "reasoning" -> steps.add("thinks: " + item.path("text").asText());
                    case "command_execution" -> {
                        steps.add("calls: " + item.path("command").asText());
                        steps.add("gets: exit code " + item.path("exit_code").asText() + ", "
                                + item.path("aggregated_output").asText());
                    }
                    default -> steps.add(item.toString());
                }
            }
        }
        return steps;
    }

    private LlmUsage usage(JsonNode used) {
        long cached = used.path("cached_input_tokens").asLong();
        long written = used.path("cache_write_input_tokens").asLong();
        return settings.prices()
                .usage(
                        used.path("input_tokens").asLong() - cached - written,
                        cached,
                        written,
                        used.path("output_tokens").asLong());
    }
}
