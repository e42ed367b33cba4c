package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lines that no client should send, against the command as a process: each is answered, and the next one too. */
final class McpLinesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NOT_JSON = -32700;
    private static final int NOT_A_REQUEST = -32600;

    @TempDir
    private Path folder;

    private final Map<String, Integer> unaddressed = new HashMap<>();

    private static String request(Object id, String method, String parameters) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}";
    }

    private static String call(int id, String tool, String arguments) {
        return request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    private static final List<String> NO_JSON = List.of(
            "garbage",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} trailing",
            "\u0000\u0001\u0002",
            "{'jsonrpc':'2.0'}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":" + "[".repeat(5000) + "]".repeat(5000)
                    + "}");

    private static final List<String> NO_REQUEST = List.of(
            "42",
            "\"text\"",
            "null",
            "[" + request(1, "ping", "{}") + "]",
            "[]",
            "{}",
            "{\"id\":{},\"method\":\"ping\",\"jsonrpc\":\"2.0\"}",
            "{\"id\":null,\"method\":\"ping\",\"jsonrpc\":\"2.0\"}",
            "{\"id\":1.5,\"method\":\"ping\",\"jsonrpc\":\"2.0\"}",
            "{\"jsonrpc\":\"2.0\",\"method\":{}}",
            "{\"jsonrpc\":\"2.0\",\"padding\":\"" + "x".repeat(3 << 20) + "\"}");

    /** What asks nothing, or nothing of this server. */
    private static final List<String> UNANSWERED = List.of(
            "",
            "   \r",
            "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":9,\"error\":7}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\",\"params\":[[1]]}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/none\"}");

    @Test
    @Timeout(240)
    void everyLineIsAnsweredAndTheNextOneToo() throws Exception {
        Files.writeString(folder.resolve("fleet.jsonl"), """
                {"id": "1", "family": "busy", "accelerator_type": "h200", "accelerators": 2, "submitted": "2026-01-01T00:00:00Z", "started": "2026-01-01T00:00:00Z", "ended": "2026-01-01T01:00:00Z", "idle": 0.1, "low": 0.0, "high": 0.9}
                """);
        List<String> lines = new ArrayList<>(List.of(request(1, "tools/list", "{}")));
        lines.addAll(NO_JSON);
        lines.addAll(NO_REQUEST);
        lines.add(
                request(
                        2,
                        "initialize",
                        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}"));
        lines.add("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        lines.addAll(UNANSWERED);
        lines.add("{\"jsonrpc\":\"1.0\",\"id\":3,\"method\":\"ping\"}");
        lines.add("{\"jsonrpc\":\"2.0\",\"id\":4}");
        lines.add(request(5, "ping", "[1]"));
        lines.add(request(6, "no/such/method", "{}"));
        lines.add(request(7, "tools/call", "{\"name\":7,\"arguments\":[]}"));
        lines.add(request(8, "initialize", "{\"protocolVersion\":{\"a\":1}}"));
        lines.add(call(10, "none", "{}"));
        lines.add(call(11, "trace", "{\"file\":\"../../etc/passwd\"}"));
        lines.add(call(12, "trace", "{\"file\":{\"a\":[1e999999999]}}"));
        lines.add(call(13, "scan", "{\"fleet\":\"fleet.jsonl\",\"top\":-1e400}"));
        lines.add(call(14, "status", "{\"unknown\":true}"));
        lines.add(call(16, "judge", "{\"patch\":\"" + "x".repeat(10 << 20) + "\"}"));
        lines.add("{\"method\":\"tools/call\",\"params\":{\"name\":\"judge\",\"arguments\":{\"patch\":\"{\\\"id\\\":15}"
                + "x".repeat(2 << 20) + "\"}},\"jsonrpc\":\"2.0\",\"id\":\"17\"}");
        lines.add(request(18, "tools/call", "{\"name\":\"status\",\"arguments\":[1]}"));
        lines.add(call(19, "judge", "{\"patch\":\"\\ud800\"}"));
        lines.add(request("\"end\"", "ping", "{}"));
        lines.add(call(15, "scan", "{\"fleet\":\"fleet.jsonl\"}"));

        JsonNode answers = answers(lines);

        assertThat(unaddressed).isEqualTo(Map.of("" + NOT_JSON, NO_JSON.size(), "" + NOT_A_REQUEST, NO_REQUEST.size()));
        assertThat(answers.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "1", "2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "13", "14", "15", "16", "17", "18",
                        "19", "end");
        assertThat(code(answers.path("1"))).isEqualTo(NOT_A_REQUEST);
        assertThat(answers.path("2").at("/result/serverInfo/name").asText()).isEqualTo("amdahl");
        assertThat(code(answers.path("3"))).isEqualTo(NOT_A_REQUEST);
        assertThat(code(answers.path("4"))).isEqualTo(NOT_A_REQUEST);
        assertThat(code(answers.path("5"))).isEqualTo(-32602);
        assertThat(code(answers.path("6"))).isEqualTo(-32601);
        assertThat(List.of("7", "8", "10"))
                .allSatisfy(id -> assertThat(code(answers.path(id))).isNegative());
        assertThat(answers.path("10").at("/error/message").asText()).startsWith("Unknown tool: none; ");
        assertThat(List.of("11", "12", "13", "14"))
                .allSatisfy(
                        id -> assertThat(answers.path(id).at("/result/isError").asBoolean())
                                .isTrue());
        assertThat(List.of("16", "17")).allSatisfy(id -> {
            assertThat(code(answers.path(id))).isEqualTo(NOT_A_REQUEST);
            assertThat(answers.path(id).at("/error/message").asText()).contains("bytes, and may have 1048576");
        });
        assertThat(code(answers.path("18"))).isEqualTo(-32602);
        assertThat(answers.path("18").at("/error/message").asText())
                .isEqualTo("status: the arguments are not an object; give one");
        assertThat(answers.path("19").at("/result/isError").asBoolean()).isTrue();
        assertThat(answers.path("end").has("result")).isTrue();
        assertThat(answers.path("15").at("/result/content/0/text").asText()).contains("\"rows\"", "busy");
    }

    /** By id; those to nobody are counted by their code. The input ends with the last line. */
    private JsonNode answers(List<String> lines) throws Exception {
        List<String> command = new ArrayList<>(Cli.java());
        command.addAll(List.of("mcp", "--root", folder.toString(), "--patience", "120s"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            try (OutputStream in = process.getOutputStream()) {
                in.write((String.join("\n", lines) + "\n").getBytes(UTF_8));
            }
            ObjectNode answers = JSON.createObjectNode();
            for (Optional<String> line = next(out); line.isPresent(); line = next(out)) {
                JsonNode answer = JSON.readTree(line.get());
                if (answer.get("id").isNull()) {
                    unaddressed.merge("" + code(answer), 1, Integer::sum);
                } else {
                    answers.set(answer.get("id").asText(), answer);
                }
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            return answers;
        } finally {
            process.destroyForcibly();
        }
    }

    private static Optional<String> next(BufferedReader out) throws java.io.IOException {
        return Optional.ofNullable(out.readLine());
    }

    private static int code(JsonNode answer) {
        return answer.at("/error/code").asInt();
    }
}
