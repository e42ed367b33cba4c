package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop finds that a server which takes one request at a time keeps its objective more often with larger batches. */
@Tag("measures")
@Tag("long")
final class ServiceStoryTest {
    private static final String JOBS = """
            settings: {ledger: ./amdahl}
            policy: {pairs: 60, calibration: 0%}
            jobs:
              - family: score
                kind: service
                start: [JAVA, -XX:TieredStopAtLevel=1, SERVER, --port, "{port}", --max-batch=1]
                ready: /health
                load: {url: /score, body: hello, rate: 150, seconds: 3, metrics: /metrics}
                objective: latency<=1s
                answers: exact
                levers:
                  - {name: batch, argument: --max-batch=1, values: [--max-batch=32], addresses: [UNDER_BATCHED]}
            """;

    @TempDir
    private Path folder;

    @Test
    void aLargerBatchWinsGoodput() throws Exception {
        Requires.processors(2);
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path server = Path.of("src/main/jvm/BatchingServer.java").toAbsolutePath();
        Files.writeString(
                folder.resolve("amdahl.yaml"),
                JOBS.replace("JAVA", java.toString()).replace("SERVER", server.toString()));

        Cli loop = Cli.in(folder, "loop", "--until-idle", "--json");

        assertThat(loop.code()).as(loop.err()).isZero();
        JsonNode found = Cli.in(folder, "ledger", "search", "--json").json("ledger-search");
        assertThat(StreamSupport.stream(found.findValues("state").spliterator(), false)
                        .map(JsonNode::asText))
                .as(found.toPrettyString())
                .containsExactly("IN_REVIEW");
    }
}
