package dev.amdahl.core.internal.fleet.prometheus;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.testing.PrivatePrometheus;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the rules record on a real server, against the samples that they were made of. */
final class RecordedFleetTest {
    private static final Path RULES = Path.of("").toAbsolutePath().resolveSibling("docs/prometheus/amdahl.rules.yml");
    private static final Instant BEGIN = Instant.parse("2026-11-10T00:00:00Z");
    private static final Instant END = BEGIN.plus(Duration.ofHours(5));
    private static final long T = BEGIN.getEpochSecond();
    private static final int HOUR = 3600;
    private static final String ENGINE = "DCGM_FI_PROF_GR_ENGINE_ACTIVE";
    private static final String UTIL = "DCGM_FI_DEV_GPU_UTIL";
    private static final String POWER = "DCGM_FI_DEV_POWER_USAGE";
    /** The rules build on each other, and what was filled in is seen only afterwards. */
    private static final int LEVELS = 4;

    private static PrivatePrometheus server;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        Path promtool = Requires.program("promtool");
        server = PrivatePrometheus.start(Requires.program("prometheus"), promtool, history());
        for (int level = 0; level < LEVELS; level++) {
            run(
                    promtool,
                    "tsdb",
                    "create-blocks-from",
                    "rules",
                    "--start=" + BEGIN.getEpochSecond(),
                    "--end=" + END.getEpochSecond(),
                    "--url=" + server.url(),
                    "--output-dir=" + home().resolve("data"),
                    RULES.toString());
            server.kill();
            server.restart();
        }
    }

    private static String gpu(int index, String rest) {
        return "Hostname=\"n1\",gpu=\"" + index + "\",UUID=\"GPU-" + index + "\",modelName=\"NVIDIA H200\"" + rest;
    }

    /** Nobody held any of them in the first hour. */
    private static String history() {
        OpenMetrics history = new OpenMetrics();
        for (int index : List.of(0, 1, 3, 4, 5)) {
            history.series(ENGINE, gpu(index, ""), T, T + HOUR, 15, 0);
        }
        history.series(UTIL, gpu(2, ""), T, T + HOUR, 60, 0);
        long start = T + HOUR + 70;
        // exact, of two accelerators; one of them goes to the next job within a window.
        for (int index : List.of(0, 1)) {
            history.series(ENGINE, gpu(index, ",hpc_job=\"exact\""), start, start + HOUR, 15, .25 + index / 2.0)
                    .series(POWER, gpu(index, ",hpc_job=\"exact\""), start, start + HOUR, 15, 300 + 200 * index);
        }
        history.series(ENGINE, gpu(1, ",hpc_job=\"next\""), start + HOUR, start + 2 * HOUR, 15, 1)
                .series(
                        UTIL,
                        gpu(2, ",hpc_job=\"percent\""),
                        start,
                        start + 2 * HOUR,
                        60,
                        second -> second <= HOUR ? "40" : "0")
                .series(
                        ENGINE,
                        gpu(3, ",hpc_job=\"holes\""),
                        start,
                        start + 2 * HOUR,
                        15,
                        second -> second > 1800 && second <= 3600 ? "" : "0.5")
                .series(
                        ENGINE,
                        gpu(4, ",hpc_job=\"broken\""),
                        start,
                        start + HOUR,
                        15,
                        second -> second <= 1800 ? "NaN" : "0.5");
        for (String pod : List.of("serve-7d9f8c6b5-abcde", "batch-0")) {
            history.series(ENGINE, gpu(5, ",namespace=\"ml\",pod=\"" + pod + "\""), start, start + HOUR, 15, .8);
        }
        return history.toString();
    }

    private static Path home() throws IOException {
        try (InputStream answer =
                URI.create(server.url() + "/api/v1/status/runtimeinfo").toURL().openStream()) {
            return Path.of(new JsonMapper().readTree(answer).at("/data/CWD").asText());
        }
    }

    private static void run(Path program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile("promtool", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        Files.delete(log);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static Map<String, FleetJob> runs(Map<String, String> settings) {
        try (Stream<FleetJob> jobs =
                PrometheusSource.with(server.url(), settings).jobs(BEGIN, END)) {
            Map<String, FleetJob> runs = new HashMap<>();
            jobs.forEach(job -> runs.put(job.id(), job));
            return runs;
        }
    }

    private static double hours(FleetJob job) {
        return job.heldAccelerators() * job.held().orElseThrow().toMillis() / 3.6e6;
    }

    private static void assertRun(FleetJob run, double held, double useful, double unknown, double slack) {
        var did = run.utilisation().orElseThrow();
        assertThat(hours(run)).as(run.id()).isCloseTo(held, within(slack));
        assertThat(hours(run) * did.high()).as("useful of %s", run).isCloseTo(useful, within(slack));
        assertThat(hours(run) * did.unknown()).as("unknown of %s", run).isCloseTo(unknown, within(slack));
    }

    @Test
    void rulesAreValid() throws Exception {
        run(Requires.program("promtool"), "check", "rules", RULES.toString());
    }

    @Test
    void recordedHoursAreThoseOfTheSamples() {
        Map<String, FleetJob> recorded = runs(Map.of());

        assertThat(recorded).containsOnlyKeys(runs(Map.of("recorded", "false")).keySet());
        assertRun(requireNonNull(recorded.get("exact")), 2, 1, 0, .03);
        assertThat(Double.parseDouble(
                        requireNonNull(recorded.get("exact")).labels().getOrDefault("energy_joules", "0")))
                .isCloseTo(800 * 3600, within(800 * 60.0));
        assertRun(requireNonNull(recorded.get("next")), 1, 1, 0, .03);
        assertRun(requireNonNull(recorded.get("percent")), 2, .4, 0, .03);
        // To one evaluation, where something is missing.
        assertRun(requireNonNull(recorded.get("holes")), 2, .75, .5, .1);
        assertRun(requireNonNull(recorded.get("broken")), 1, .25, .5, .1);
        assertRun(requireNonNull(recorded.get("ml/batch-0")), .5, .4, 0, .03);
        assertThat(requireNonNull(recorded.get("ml/batch-0")).labels()).containsEntry(FleetJob.SHARE, "0.5000");
    }

    @Test
    void smallAnswersAreAskedForInHalvesAndKeptDaysAreNotAskedAgain() throws Exception {
        Map<String, FleetJob> whole = runs(Map.of());
        assertThat(runs(Map.of("most-bytes", "1024"))).isEqualTo(whole);

        Path keep = folder.resolve("days");
        Instant next = BEGIN.plus(Duration.ofDays(1));
        Map<String, String> settings = Map.of("keep", keep.toString());
        FleetSource source = PrometheusSource.with(server.url(), settings);
        List<FleetJob> first = source.jobs(BEGIN, next).toList();
        try (Stream<Path> files = Files.list(keep)) {
            assertThat(files).hasSize(1);
        }
        assertThat(source.jobs(BEGIN, next).toList()).isEqualTo(first);
        try (Stream<Path> files = Files.list(keep)) {
            for (Path file : files.toList()) {
                Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
            }
        }
        assertThat(source.jobs(BEGIN, next).toList()).isEqualTo(first);
    }

    @Test
    void whatIsReadFromWhereIsSaid() {
        List<String> notes = new ArrayList<>();
        List<String> runs = new ArrayList<>();
        PrometheusSource.with(server.url(), Map.of("lookback", "400d")).tell(BEGIN, END, new FleetListener() {
            @Override
            public void run(FleetJob job) {
                runs.add(job.id());
            }

            @Override
            public void note(String line) {
                notes.add(line);
            }
        });

        assertThat(runs).hasSize(7).doesNotHaveDuplicates();
        assertThat(notes).containsExactly("read from what the recording rules recorded");
    }
}
