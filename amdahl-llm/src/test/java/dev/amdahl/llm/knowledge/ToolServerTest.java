package dev.amdahl.llm.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.IdeaSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolServerTest {
    @TempDir
    Path folder;

    private OutsidePlace place = new OutsidePlace(Path.of(""));

    @BeforeEach
    void open() {
        place = new OutsidePlace(folder);
    }

    @AfterEach
    void close() throws IOException {
        place.close();
    }

    /** A server of tools in a shell: it asks something of its own first, and keeps a child. */
    private IdeaSource played(String... lines) throws IOException {
        Requires.program("sh");
        Path script = folder.resolve("server.sh");
        Files.writeString(
                script,
                "exec 2>/dev/null\nsleep 300 & echo $! >child\nread -r opening; echo \"$opening\" >asked\n"
                        + String.join("\n", lines) + "\n");
        place.settings.putAll(
                Map.of("command", "sh " + script, "tool", "search", "argument", "q", "limit_seconds", "5"));
        place.environment.put("PATH", System.getenv("PATH"));
        return place.asking("mcp");
    }

    private static final String OPENED =
            "printf '%s\\n' '{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"protocolVersion\": \"2025-06-18\", \"capabilities\": {}}}'";

    @Test
    void aToolOfAServerIsAskedAndTheServerIsGoneAfterwards() throws IOException {
        place.settings.put("words", "gpu");
        IdeaSource source = played(
                "printf '%s\\n' '{\"jsonrpc\": \"2.0\", \"id\": 9, \"method\": \"roots/list\"}'",
                "read -r declined; echo \"$declined\" >>asked",
                OPENED,
                "read -r ready; read -r call; echo \"$call\" >>asked",
                "printf '%s\\n' '{\"jsonrpc\": \"2.0\", \"method\": \"notifications/progress\"}'",
                "printf '%s\\n' '{\"jsonrpc\": \"2.0\", \"id\": 2, \"result\": {\"content\": [{\"type\": \"text\", \"text\": \"Input\\nThe loader"
                        + " may prefetch, see https://wiki.example.org/p/3.\"}, {\"type\": \"image\", \"data\": \"x\"}]}}'",
                "sleep 300");

        assertThat(source.search(OutsidePlace.INPUT)).singleElement().satisfies(idea -> {
            assertThat(idea.id()).isEqualTo("mcp:https://wiki.example.org/p/3");
            assertThat(idea.summary()).endsWith("The loader may prefetch, see https://wiki.example.org/p/3.");
        });
        assertThat(Files.readString(folder.resolve("asked")))
                .contains("\"method\":\"initialize\"", "\"code\":-32601", "\"name\":\"search\"")
                .contains("\"arguments\":{\"q\":\"input loader dataloader prefetch gpu\"}")
                .doesNotContain("secret");
        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        Deadline patience = Deadline.in(Duration.ofSeconds(10));
        while (ProcessHandle.of(child).filter(ProcessHandle::isAlive).isPresent() && !patience.isOver()) {
            Thread.onSpinWait();
        }
        assertThat(patience.isOver()).as("%d is alive", child).isFalse();
    }

    @Test
    void aServerThatFailsCostsALine() throws IOException {
        place.settings.put("pause_seconds", "0");
        String call = "read -r ready; read -r call";
        Map<String, String> faults = Map.of(
                "exit 3",
                "ended without an answer",
                "echo nonsense",
                "something other than a message",
                "printf '%s\\n' '{\"jsonrpc\": \"2.0\", \"id\": 1, \"error\": {\"code\": -32000}}'",
                "error -32000",
                OPENED + "; " + call
                        + "; printf '%s\\n' '{\"jsonrpc\": \"2.0\", \"id\": 2, \"result\": {\"isError\": true}}'",
                "search failed",
                OPENED + "; " + call + "; printf '%s\\n' '{\"jsonrpc\": \"2.0\", \"id\": 2, \"result\": {}}'",
                "no list `content`",
                "yes | tr -d '\\n'",
                "over 2097152 bytes");
        for (Map.Entry<String, String> fault : faults.entrySet()) {
            IdeaSource source = played(fault.getKey());
            assertThatThrownBy(() -> source.search(OutsidePlace.INPUT))
                    .as(fault.getKey())
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining(fault.getValue());
        }
        IdeaSource silent = played("sleep 300");
        place.settings.put("limit_seconds", "1");
        assertThatThrownBy(() -> place.asking("mcp").search(OutsidePlace.INPUT))
                .hasMessageContaining("no answer within 1.0 s");
        place.settings.put("command", "/no/such/server");
        assertThatThrownBy(() -> place.asking("mcp").search(OutsidePlace.INPUT))
                .isInstanceOf(UnavailableException.class);
        assertThat(silent.name()).isEqualTo("mcp");
    }
}
