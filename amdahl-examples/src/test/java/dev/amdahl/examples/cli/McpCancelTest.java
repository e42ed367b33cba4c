package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.contract.Requires;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that does not want an answer any more, against the command as a process: what ran for it ends. */
final class McpCancelTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ENDLESS =
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"ab\","
                    + "\"arguments\":{\"baseline\":\"echo $$ >> pids; exec sleep 600\","
                    + "\"variant\":\"echo $$ >> pids; exec sleep 601\"}}}";
    private static final String TAKEN_BACK =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7,\"reason\":\"x\"}}";

    @TempDir
    private Path folder;

    private final List<Process> servers = new ArrayList<>();

    @BeforeEach
    void commandsAreMeasured() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    @AfterEach
    void endWhatRuns() {
        servers.forEach(Process::destroyForcibly);
        commands().forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    @Timeout(240)
    void aRequestThatIsTakenBackEndsItsCommandsAndGetsNoAnswer() throws Exception {
        Process server = server("10m");
        send(server, ENDLESS);
        await(() -> commands().findAny().isPresent());

        send(server, TAKEN_BACK);

        await(() -> commands().noneMatch(ProcessHandle::isAlive));
        await(() -> server.descendants().noneMatch(ProcessHandle::isAlive));
        send(server, call(8, "status", "{}"));
        JsonNode next = answer(server);
        assertThat(next.get("id").asInt()).isEqualTo(8);
        assertThat(next.at("/result/content/0/text").asText()).contains("\"state\":\"ended\"");
    }

    @Test
    @Timeout(240)
    void oneThatHasItsTicketEndsAsWell() throws Exception {
        Process server = server("1ms");
        send(server, ENDLESS);
        assertThat(ticket(answer(server))).startsWith("t1-");
        await(() -> commands().findAny().isPresent());

        send(server, TAKEN_BACK);

        await(() -> commands().noneMatch(ProcessHandle::isAlive));
        await(() -> server.descendants().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    @Timeout(240)
    void aToolEndsATicketAndTheNextCallFindsRoom() throws Exception {
        Process server = server("1ms");
        send(server, ENDLESS);
        String ticket = ticket(answer(server));
        await(() -> commands().findAny().isPresent());

        send(server, call(8, "cancel", "{\"ticket\":\"" + ticket + "\"}"));

        JsonNode ended = answer(server).at("/result");
        assertThat(ended.at("/content/0/text").asText()).contains("\"state\":\"ended\"");
        await(() -> commands().noneMatch(ProcessHandle::isAlive));
        send(server, call(9, "status", "{\"ticket\":\"" + ticket + "\"}"));
        assertThat(answer(server).at("/result/content/0/text").asText()).startsWith("ab: ended as it was asked to");
    }

    private static String ticket(JsonNode answer) throws IOException {
        return JSON.readTree(answer.at("/result/content/0/text").asText())
                .path("ticket")
                .asText();
    }

    private Process server(String patience) throws IOException {
        List<String> command = new ArrayList<>(Cli.java());
        command.addAll(List.of("mcp", "--root", folder.toString(), "--allow-runs", "--patience", patience));
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        servers.add(server);
        send(
                server,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}}");
        assertThat(answer(server).at("/result/serverInfo/name").asText()).isEqualTo("amdahl");
        send(server, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return server;
    }

    private static String call(int id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    private static void send(Process server, String line) throws IOException {
        OutputStream in = server.getOutputStream();
        in.write((line + "\n").getBytes(UTF_8));
        in.flush();
    }

    private static JsonNode answer(Process server) throws IOException {
        BufferedReader out = server.inputReader(UTF_8);
        return JSON.readTree(out.readLine());
    }

    private Stream<ProcessHandle> commands() {
        Path pids = folder.resolve("pids");
        try {
            return Files.exists(pids)
                    ? Files.readAllLines(pids).stream().flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                    : Stream.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        for (int i = 0; i < 9000 && !condition.getAsBoolean(); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
