package dev.amdahl.llm.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The real programs, from the folder that {@code -Damdahl.agents} names, in the sandbox against a server that plays the model: it asks for one
 * command, and ends with a claim.
 */
@Tag("long")
final class RealProgramsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String COMMAND = "sed -i s/slow/fast/ src/main.txt && id -u";

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex"})
    void itWorksInTheSandbox(String name) throws IOException {
        Optional<Path> agents =
                Optional.ofNullable(System.getProperty("amdahl.agents")).map(Path::of);
        Assumptions.assumeTrue(agents.isPresent(), "set -Damdahl.agents to a folder that holds claude and codex");
        Fault model = name.equals("claude") ? RealProgramsTest::messages : RealProgramsTest::responses;
        try (LoopbackModel server = LoopbackModel.serving(model)) {
            WorkPlace place = new WorkPlace(folder, name, server, "exit 1\n");
            JsonNode work = place.work("program", agents.get().resolve(name).toString(), "model", "model-1");
            assertThat(WorkPlace.added(work)).as(work.toPrettyString()).containsExactly("fast");
            assertThat(work.path("claim").path("bottleneck").asText()).isEqualTo("HOST_SERIAL");
            assertThat(work.path("steps").toString()).contains("sed -i");
            assertThat(server.calls()).allMatch(call -> call.head().contains("key-of-the-model"));
            // Codex looks for plugins and reports to its vendor by itself: what it may not reach is named.
            assertThat(WorkPlace.notes(work))
                    .allMatch(note -> name.equals("codex")
                            && note.matches(".*(github|chatgpt)\\.com:443 is not one of the hosts and ports .*"));
        }
    }

    private static void messages(LoopbackModel.Call call, OutputStream out) throws IOException {
        int results = count(call.body(), "\"type\":\"tool_result\"");
        JsonNode asked = JSON.readTree(call.body());
        boolean hasTools = asked.path("tools").size() > 0;
        String block;
        String delta;
        String stop = "tool_use";
        if (hasTools && results == 0) {
            block = tool("Bash");
            delta = input("{\"command\":" + JSON.writeValueAsString(COMMAND) + "}");
        } else if (hasTools && results == 1 && call.body().contains("StructuredOutput")) {
            block = tool("StructuredOutput");
            delta = input(WorkPlace.CLAIM);
        } else {
            block = "{\"type\":\"text\",\"text\":\"\"}";
            delta = "{\"type\":\"text_delta\",\"text\":" + JSON.writeValueAsString(WorkPlace.CLAIM) + "}";
            stop = "end_turn";
        }
        events(
                out,
                "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"model-1\","
                        + "\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":100,\"output_tokens\":1}}}",
                "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":" + block + "}",
                "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":" + delta + "}",
                "{\"type\":\"content_block_stop\",\"index\":0}",
                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + stop
                        + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":10}}",
                "{\"type\":\"message_stop\"}");
    }

    private static String tool(String name) {
        return "{\"type\":\"tool_use\",\"id\":\"toolu_" + name + "\",\"name\":\"" + name + "\",\"input\":{}}";
    }

    private static String input(String json) throws IOException {
        return "{\"type\":\"input_json_delta\",\"partial_json\":" + JSON.writeValueAsString(json) + "}";
    }

    private static void responses(LoopbackModel.Call call, OutputStream out) throws IOException {
        String item = count(call.body(), "\"function_call_output\"") == 0
                ? function(JSON.readTree(call.body()))
                : "{\"type\":\"message\",\"id\":\"m1\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\","
                        + "\"text\":" + JSON.writeValueAsString(WorkPlace.CLAIM) + ",\"annotations\":[]}]}";
        events(
                out,
                "{\"type\":\"response.created\",\"response\":{\"id\":\"r1\",\"status\":\"in_progress\",\"output\":[]}}",
                "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":" + item + "}",
                "{\"type\":\"response.completed\",\"response\":{\"id\":\"r1\",\"status\":\"completed\",\"output\":["
                        + item
                        + "],\"usage\":{\"input_tokens\":100,\"input_tokens_details\":{\"cached_tokens\":10},\"output_tokens\":10,"
                        + "\"output_tokens_details\":{\"reasoning_tokens\":1},\"total_tokens\":110}}}");
    }

    /** By the name and the form that this version has for its shell. */
    private static String function(JsonNode asked) throws IOException {
        List<String> names = asked.path("tools").findValuesAsText("name");
        String name = names.contains("exec_command")
                ? "exec_command"
                : names.contains("shell_command") ? "shell_command" : "shell";
        String command = JSON.writeValueAsString(COMMAND);
        String arguments = name.equals("exec_command")
                ? "{\"cmd\":" + command + "}"
                : name.equals("shell_command")
                        ? "{\"command\":" + command + "}"
                        : "{\"command\":[\"bash\",\"-lc\"," + command + "]}";
        return "{\"type\":\"function_call\",\"id\":\"f1\",\"call_id\":\"c1\",\"name\":\"" + name + "\",\"arguments\":"
                + JSON.writeValueAsString(arguments) + ",\"status\":\"completed\"}";
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private static void events(OutputStream out, String... events) throws IOException {
        StringBuilder text =
                new StringBuilder("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
        for (String event : events) {
            text.append("event: ")
                    .append(JSON.readTree(event).path("type").asText())
                    .append("\ndata: ")
                    .append(event)
                    .append("\n\n");
        }
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
