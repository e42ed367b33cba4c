package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that look at files. */
final class LookCommandsTest {
    private static final String TRACE = """
            {"schemaVersion": 1, "traceEvents": [
             {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 100, "dur": 50, "args": {"device": 0, "stream": 7}},
             {"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 250, "dur": 50, "args": {"device": 0, "stream": 7}}
            ]}
            """;

    @TempDir
    private Path folder;

    @Test
    void aTraceIsAccountedFor() throws Exception {
        Path trace = Files.writeString(folder.resolve("t.json"), TRACE);
        JsonNode json = Cli.here("trace", "--json", trace.toString()).json("trace");
        assertThat(json.at("/device/gpu_ops").asInt()).isEqualTo(2);
        assertThat(json.at("/device/busy_ns").asLong()).isEqualTo(100_000);
        assertThat(json.at("/device/idle_ns").asLong()).isEqualTo(100_000);
        double share = 0;
        for (JsonNode row : json.get("classes")) {
            share += row.get("share").asDouble();
        }
        assertThat(share).isCloseTo(1, within(1e-9));
        assertThat(Cli.here("trace", trace.toString()).out()).contains("PRODUCTIVE");
    }

    @Test
    void severalTracesGiveOneDocument() throws Exception {
        Path trace = Files.writeString(folder.resolve("t.json"), TRACE);
        Path other = Files.writeString(folder.resolve("u.json"), TRACE);
        assertThat(Cli.here("trace", "--json", trace.toString(), other.toString())
                        .json("trace")
                        .get("traces"))
                .hasSize(2);
    }

    @Test
    void whatIsNoTraceIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("x.txt"), "hello");
        Cli.here("trace", file.toString()).failsWith(2, "x.txt", "not a Kineto trace");
    }

    @Test
    void pageAndChromeTraceAreWrittenWholeOrNotAtAll() throws Exception {
        Path trace = Files.writeString(folder.resolve("t.json"), TRACE);
        Path page = folder.resolve("t.html");
        Path export = folder.resolve("t.perfetto.json.gz");

        Cli.here("trace", trace.toString(), "--html", page.toString(), "--chrome-trace", export.toString());

        assertThat(Files.readString(page)).contains("device 0 stream 7").contains("PRODUCTIVE");
        JsonNode before = Cli.here("trace", "--json", trace.toString()).json("trace");
        JsonNode after = Cli.here("trace", "--json", export.toString()).json("trace");
        assertThat(after.get("device")).isEqualTo(before.get("device"));
        assertThat(after.get("classes")).isEqualTo(before.get("classes"));
        Cli.here(
                        "trace",
                        trace.toString(),
                        "--html",
                        folder.resolve("no/t.html").toString())
                .failsWith(2, "t.html", "its folder does not exist");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void figuresOfHolisticTraceAnalysisAreGivenByRank() throws Exception {
        Path ranks = Files.createDirectory(folder.resolve("ranks"));
        Files.writeString(ranks.resolve("rank-10.json"), TRACE);
        Files.writeString(ranks.resolve("rank-2.json"), TRACE);

        JsonNode json = Cli.here("trace", "--hta-compat", "--json", "--rank-dir", ranks.toString())
                .json("trace-hta");

        assertThat(json.at("/files/0").asText()).endsWith("rank-2.json");
        assertThat(json.get("temporal_breakdown")).hasSize(2);
        assertThat(json.at("/temporal_breakdown/1/idle_time(us)").asDouble()).isEqualTo(100);
        assertThat(Cli.here("trace", "--hta-compat", "--rank-dir", ranks.toString())
                        .out())
                .contains("temporal_breakdown");
        Cli.here("trace", "--rank-dir", folder.resolve("none").toString()).failsWith(2, "none", "no readable folder");
        Cli.here("trace", "x.json", "--rank-dir", ranks.toString()).failsWith(2, "--rank-dir");
    }

    @Test
    void ranksOfAJobAreCompared() throws Exception {
        Path ranks = Files.createDirectory(folder.resolve("ranks"));
        Files.writeString(ranks.resolve("rank-0.json"), TRACE);
        Files.writeString(ranks.resolve("rank-1.json"), TRACE);

        JsonNode json =
                Cli.here("trace", "--json", "--rank-dir", ranks.toString()).json("trace");

        assertThat(json.get("traces")).hasSize(2);
        assertThat(json.at("/ranks/ranks")).hasSize(2);
        assertThat(Cli.here("trace", "--rank-dir", ranks.toString()).out()).containsPattern("ranks? .*wait");
    }

    @Test
    void criticalPathAndPlacesInSourceAreTold() throws Exception {
        Path trace = Files.writeString(folder.resolve("t.json"), """
                {"traceEvents": [
                 {"ph": "X", "cat": "python_function", "name": "train.py(2): step", "pid": 9, "tid": 9, "ts": 0, "dur": 400},
                 {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 400, "dur": 100, "args": {"device": 0, "stream": 7}}
                ]}
                """);
        Path source = Files.createDirectory(folder.resolve("source"));
        Files.writeString(source.resolve("train.py"), """
                def step(model, loader, total):
                    for x in loader: total += model(x).item()
                """);

        JsonNode json = Cli.here("trace", "--json", "--critical-path", "--source", source.toString(), trace.toString())
                .json("trace");

        assertThat(json.at("/critical_path/length_ns").asLong()).isEqualTo(500_000);
        assertThat(json.at("/sites/0/class").asText()).isEqualTo("SYNC_STALL");
        assertThat(json.at("/sites/0/seconds").asDouble()).isCloseTo(4e-4, within(1e-12));
        assertThat(Cli.here("trace", "--source", source.toString(), trace.toString())
                        .out())
                .contains("train.py:2");
    }

    @Test
    void filesOfOneRunAreJoined() throws Exception {
        Path trace = Files.writeString(folder.resolve("t.json"), TRACE);
        Path stacks = Files.writeString(folder.resolve("t.folded"), "main;step;parse 30\nmain;step;read 10\n");

        JsonNode json = Cli.here("trace", "--json", "--one-run", trace.toString(), stacks.toString())
                .json("trace");

        assertThat(json.get("profiler").asText()).isEqualTo("joined");
        assertThat(json.get("hot_frames")).isNotEmpty();
        assertThat(json.at("/device/gpu_ops").asInt()).isEqualTo(2);
    }
}
