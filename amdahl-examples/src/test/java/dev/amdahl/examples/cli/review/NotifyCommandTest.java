package dev.amdahl.examples.cli.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.examples.cli.Cli;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops, each a process of its own, that tell a server. */
final class NotifyCommandTest {
    private static final Map<String, String> TOKEN = Map.of("HOOK_TOKEN", "the-token");

    @TempDir
    private Path folder;

    @Test
    void aWinIsToldByTheFirstLoopThatCanAndByNoOther() throws Exception {
        try (Ledger opened = Ledger.open(folder.resolve("ledger").toString());
                Lease lease = opened.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(AskedWin.entries());
        }
        List<String> told = new ArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            told.add(exchange.getRequestHeaders().getFirst("Authorization") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            Files.writeString(folder.resolve("amdahl.yaml"), """
                    settings: {ledger: ledger}
                    jobs: [{family: train, command: ["true"], accelerators: {type: h200}}]
                    notify:
                      - webhook: http://127.0.0.1:%d/hook
                        token: {environment: HOOK_TOKEN}
                        on: [win]
                    """.formatted(
                            server.getAddress().getPort()));
            Cli without = Cli.in(folder, "loop", "--cycles", "1", "--budget-hours", "0");
            assertThat(without.err()).contains("a notice through webhook was not delivered", "HOOK_TOKEN");
            assertThat(told).isEmpty();
            JsonNode before = Cli.in(folder, "notify", "--json").json("notify").at("/channels/0");
            assertThat(before.get("waiting").asInt()).isEqualTo(1);
            assertThat(before.get("problem").asText()).contains("HOOK_TOKEN");

            Path book = folder.resolve("ledger.notices.json");
            Files.writeString(book, Files.readString(book).replaceAll("\"next\" ?: ?\"[^\"]*\"", "\"next\": null"));
            Cli.in(folder, TOKEN, "loop", "--cycles", "1", "--budget-hours", "0");
            Cli.in(folder, TOKEN, "loop", "--cycles", "1", "--budget-hours", "0");
            assertThat(told)
                    .singleElement()
                    .asString()
                    .startsWith("Bearer the-token {")
                    .contains("won-1");
            assertThat(Files.readString(book)).doesNotContain("the-token");

            JsonNode sample = Cli.in(folder, TOKEN, "notify", "--test", "--json")
                    .json("notify")
                    .at("/channels/0");
            assertThat(sample.get("test_arrived").asBoolean()).isTrue();
            assertThat(sample.get("sent").asInt()).isEqualTo(1);
            assertThat(told).hasSize(2).last().asString().contains("\"event\":\"test\"");
        } finally {
            server.stop(0);
        }
        Cli down = Cli.in(folder, TOKEN, "notify", "--test");
        assertThat(down.code()).isEqualTo(4);
        assertThat(down.out()).contains("webhook", "the server could not be reached");
    }
}
