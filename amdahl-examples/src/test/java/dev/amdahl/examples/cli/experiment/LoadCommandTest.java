package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.examples.cli.Cli;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LoadCommandTest {
    private static final Path SERVER =
            Path.of("src/main/jvm/BatchingServer.java").toAbsolutePath();

    @TempDir
    private Path folder;

    private static List<String> server(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                "--",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                SERVER.toString(),
                "--port",
                "{port}"));
        words.addAll(List.of(arguments));
        return words;
    }

    private static String[] load(List<String> options, List<String> server) {
        List<String> words = new ArrayList<>(List.of("load", "--objective=latency<=30s"));
        words.addAll(options);
        words.addAll(server);
        return words.toArray(String[]::new);
    }

    private static List<String> usual(String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--url=http://127.0.0.1:{port}/score",
                "--ready=http://127.0.0.1:{port}/health",
                "--rate=20",
                "--seconds=2",
                "--body=hello"));
        options.addAll(List.of(more));
        return options;
    }

    @Test
    void aServerIsStartedMeasuredAndStopped() throws Exception {
        Path told = folder.resolve("told.json");
        List<String> options = usual(
                "--json",
                "--warm-up=1",
                "--metrics=http://127.0.0.1:{port}/metrics",
                "--report=report.json",
                "--answers=answers",
                "--log=log");

        Cli cli = Cli.in(
                folder,
                Map.of("AMDAHL_METRICS", told.toString()),
                load(options, server("--max-batch=8", "--rows=200")));

        JsonNode json = cli.json("load");
        assertThat(cli.err()).isEmpty();
        assertThat(json.get("requests").intValue()).isEqualTo(40);
        assertThat(json.get("good").intValue())
                .isEqualTo(json.get("measured").intValue())
                .isBetween(5, 35);
        assertThat(json.get("goodput_per_second").doubleValue())
                .isEqualTo(json.get("good").doubleValue());
        assertThat(json.get("latency_p99_seconds").doubleValue())
                .isGreaterThanOrEqualTo(json.get("latency_p50_seconds").doubleValue());
        assertThat(json.get("engine").get("name").textValue()).isEqualTo("vllm");
        assertThat(folder.resolve("report.json")).content().isEqualTo(cli.out().stripTrailing());
        assertThat(folder.resolve("answers")).content().hasLineCount(1);
        assertThat(folder.resolve("log")).content().contains("serving on ");
        JsonNode metrics = new ObjectMapper().readTree(told.toFile());
        assertThat(metrics.get("work_units").intValue()).isEqualTo(40);
        assertThat(metrics.at("/metrics/goodput_per_second")).isEqualTo(json.get("goodput_per_second"));
        assertNothingServes(port(folder.resolve("log")));
    }

    @Test
    void whatCannotBeMeasuredIsOneLineAndNoNumber() throws Exception {
        assertFails(
                4,
                "ended with 3 before it was ready; its last line: no room",
                usual(),
                "sh",
                "-c",
                "echo no room; exit 3");
        assertFails(
                4,
                "was not ready within 1 s; its last line: loading",
                usual("--ready-within=1s"),
                "sh",
                "-c",
                "echo loading; exec sleep 60");
        assertFails(2, "cannot be started", usual(), "/no/such/server");
        assertFails(2, "needs one of --rate and --arrivals", List.of("--url=http://127.0.0.1:{port}/"), "true");
        assertFails(2, "--url: 'here' is not a URL", List.of("--url=here", "--rate=1", "--seconds=1"), "true");
        assertFails(2, "makes 0.0 requests", List.of("--url=http://127.0.0.1:1/", "--rate=.1", "--seconds=1"), "true");
        assertFails(2, "leaves nothing of 2.0 s to measure", usual("--warm-up=2"), "true");
        try (ServerSocket other = new ServerSocket(0)) {
            String url = "--url=http://127.0.0.1:" + other.getLocalPort() + "/";
            assertFails(2, "something answers at 127.0.0.1:", List.of(url, "--rate=1", "--seconds=1"), "true");
        }
    }

    private void assertFails(int code, String words, List<String> options, String... server) throws Exception {
        List<String> command = new ArrayList<>(List.of("--"));
        command.addAll(List.of(server));
        Cli cli = Cli.in(folder, load(options, command));
        assertThat(cli.err()).as(words).contains(words).hasLineCount(1);
        assertThat(cli.code()).as(words).isEqualTo(code);
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void nothingGoodIsANo() throws Exception {
        List<String> options = usual("--json");
        options.set(0, "--url=http://127.0.0.1:{port}/nowhere");

        Cli cli = Cli.in(folder, load(options, server()));

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.err()).contains("none of 40 requests had an answer within latency<=30s");
        assertThat(new ObjectMapper()
                        .readTree(cli.out())
                        .at("/failures/status 404")
                        .intValue())
                .isEqualTo(40);
    }

    @Test
    void theServerEndsWithTheLoad() throws Exception {
        List<String> options = usual("--log=log");
        options.set(3, "--seconds=600");
        Path err = folder.resolve("err");
        Process load = Cli.start(folder, folder.resolve("out"), err, load(options, server()));
        Path log = folder.resolve("log");
        try {
            for (int i = 0;
                    i < 1200 && !(Files.exists(log) && Files.readString(log).contains("serving on"));
                    i++) {
                load.waitFor(50, TimeUnit.MILLISECONDS);
            }
            assertThat(log).content().contains("serving on");
            load.destroy();
            assertThat(load.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            load.destroyForcibly();
        }
        assertNothingServes(port(log));
    }

    private static int port(Path log) throws IOException {
        return Integer.parseInt(Files.readString(log).replaceAll("(?s).*serving on ([0-9]+).*", "$1"));
    }

    private static void assertNothingServes(int port) throws IOException {
        try (ServerSocket free = new ServerSocket(port)) {
            assertThat(free.isBound()).isTrue();
        }
    }
}
