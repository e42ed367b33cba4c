package dev.amdahl.llm.internal.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.answer.Repair;
import dev.amdahl.llm.answer.StrictSchema;
import dev.amdahl.llm.answer.TwoTurns;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code codex exec}: prints events, one JSON document a line. An item of type {@code error} may stand in a turn that succeeds: only
 * {@code turn.completed} and {@code turn.failed} tell. It says no price. Immutable.
 */
final class CodexAgent implements Agent {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final List<String> TOOLS = List.of("shell_tool", "view_image", "multi_agent", "goals", "apps");

    private final AgentSettings settings;

    CodexAgent(AgentSettings settings) {
        this.settings = settings;
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
                "read-only",
                "-C",
                folder.resolve("work").toString()));
        TOOLS.forEach(tool -> words.addAll(List.of("--disable", tool)));
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
