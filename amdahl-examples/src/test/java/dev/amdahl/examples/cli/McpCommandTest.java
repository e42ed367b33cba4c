package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real client of the protocol against the command as a process. */
final class McpCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aClientListsAndCallsTheToolsReadOnly() throws Exception {
        Files.writeString(folder.resolve("fleet.jsonl"), """
                {"id": "1", "family": "busy", "accelerator_type": "h200", "accelerators": 2, "submitted": "2026-01-01T00:00:00Z", "started": "2026-01-01T00:00:00Z", "ended": "2026-01-01T01:00:00Z", "idle": 0.1, "low": 0.0, "high": 0.9}
                """);
        try (McpSyncClient client = client()) {
            assertThat(client.initialize().serverInfo().name()).isEqualTo("amdahl");

            assertThat(client.listTools().tools())
                    .extracting(McpSchema.Tool::name)
                    .containsExactlyInAnyOrder(
                            "scan",
                            "goodput",
                            "trace",
                            "ask",
                            "watch",
                            "triage",
                            "ab",
                            "judge",
                            "init",
                            "burnin",
                            "roofline",
                            "kernel",
                            "ledger_search",
                            "verdict",
                            "review_list",
                            "jobs",
                            "propose",
                            "status",
                            "cancel");
            assertThat(call(client, "scan", Map.of("fleet", "fleet.jsonl"))).contains("\"rows\"", "busy");
            assertThat(call(client, "ab", Map.of("baseline", "true", "variant", "true")))
                    .contains("--allow-runs");
            assertThat(call(client, "trace", Map.of("file", "../x.json"))).contains("below the root");
            assertThat(call(client, "verdict", Map.of("id", "abc"))).contains("started without a ledger");
            assertThat(call(client, "review_list", Map.of())).contains("started without a ledger");
            assertThat(call(client, "status", Map.of())).contains("\"runs_allowed\":false");
        }
    }

    @Test
    void aClientAsksWhatIsWrongAndWhatWaits() throws Exception {
        String token = "ghp_" + "a1B2".repeat(9);
        Files.writeString(folder.resolve("rank0.log"), "step 1\nCUDA out of memory, GITHUB_TOKEN=" + token + "\n");
        Files.writeString(folder.resolve("dmesg.txt"), "boot\n");
        String ledger = folder.resolve("ledger").toString();
        try (Ledger made = Ledger.open(ledger);
                Lease lease = made.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(new Entry.FamilySeen("ranker-train", "h200", "0"));
        }
        try (McpSyncClient client = client("--ledger", ledger)) {
            client.initialize();

            assertThat(new Cli(
                                    0,
                                    call(
                                            client,
                                            "triage",
                                            Map.of("files", List.of("rank0.log", "dmesg.txt"), "exit_code", 1)),
                                    "")
                            .json("triage")
                            .toString())
                    .contains("\"cause\":\"MEMORY\"", "rank0.log:2", "[redacted ")
                    .doesNotContain(token);
            assertThat(new Cli(
                                    0,
                                    call(client, "ask", Map.of("question", "--what is slow", "family", "ranker-train")),
                                    "")
                            .json("ask")
                            .at("/measure/0/subject")
                            .asText())
                    .isEqualTo("ranker-train");
            assertThat(new Cli(0, call(client, "review_list", Map.of()), "")
                            .json("review-list")
                            .get("waiting"))
                    .isEmpty();
            assertThat(call(client, "triage", Map.of())).contains("no FILE is named");
            assertThat(client.listResources().resources())
                    .extracting(McpSchema.Resource::uri)
                    .containsExactly("amdahl://report", "amdahl://notes");
            assertThat(client.listResourceTemplates().resourceTemplates()).hasSize(3);
            assertThat(client.listPrompts().prompts())
                    .extracting(McpSchema.Prompt::name)
                    .contains("gpu_hours", "review_win");
        }
    }

    /** Of a server that was started with these options. */
    private McpSyncClient client(String... options) {
        List<String> command = new ArrayList<>(Cli.java());
        command.addAll(List.of("mcp", "--root", folder.toString(), "--patience", "120s"));
        command.addAll(List.of(options));
        StdioClientTransport transport = new StdioClientTransport(
                ServerParameters.builder(command.get(0))
                        .args(command.subList(1, command.size()))
                        .build(),
                new JacksonMcpJsonMapper(new ObjectMapper()));
        transport.setStdErrorHandler(line -> {});
        return McpClient.sync(transport)
                .requestTimeout(Duration.ofMinutes(3))
                .initializationTimeout(Duration.ofMinutes(3))
                .jsonSchemaValidator((schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(""))
                .build();
    }

    private static String call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
        return ((McpSchema.TextContent) result.content().get(0)).text();
    }
}
