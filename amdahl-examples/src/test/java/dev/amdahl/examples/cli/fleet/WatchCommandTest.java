package dev.amdahl.examples.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.testing.StationaryNoise;
import dev.amdahl.core.testing.PrivatePrometheus;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code watch} over each kind of source. */
final class WatchCommandTest {
    @TempDir
    private Path folder;

    private static String log(int steps, int turn) {
        double[] noise = StationaryNoise.CORRELATED.series(steps, 700_001);
        StringBuilder log = new StringBuilder();
        for (int step = 0; step < steps; step++) {
            Instant time = Instant.parse("2026-11-22T00:00:00Z").plusSeconds(2L * step);
            double loss = 2 + 3 * Math.exp(-step / 100.0) + .03 * noise[step] + Math.max(0, .03 * (step - turn));
            log.append(String.format(Locale.ROOT, "%s step %d loss %.4f step_time: 1.0%n", time, step, loss));
        }
        return log.toString();
    }

    private static JsonNode only(JsonNode json) {
        assertThat(json.get("findings")).hasSize(1);
        return json.get("findings").get(0);
    }

    @Test
    void aDivergingLogIsFoundWithItsStep() throws Exception {
        Path log = Files.writeString(folder.resolve("train.log"), log(600, 450));

        JsonNode found = Cli.here("watch", "--json", "--family", "pretrain", log.toString())
                .json("watch")
                .at("/findings/0");
        assertThat(found.get("kind").asText()).isEqualTo("LOSS_DIVERGED");
        assertThat(found.get("family").asText()).isEqualTo("pretrain");
        assertThat(found.get("step").asInt()).isBetween(430, 470);
        assertThat(found.get("delay_samples").asInt()).isLessThan(80);

        Cli text = Cli.here("watch", "--require", "quiet", log.toString());
        assertThat(text.code()).isEqualTo(1);
        assertThat(text.out())
                .contains("LOSS_DIVERGED")
                .contains("numeric 80 %")
                .contains("-> stop");
    }

    @Test
    void aQuietLogIsQuiet() throws Exception {
        Path log = Files.writeString(folder.resolve("train.log"), log(600, 10_000));

        Cli quiet = Cli.here("watch", "--require", "quiet", log.toString());
        assertThat(quiet.code()).isZero();
        assertThat(quiet.out()).startsWith("nothing found in 1,800 samples of 3 series");
    }

    @Test
    void aLossThatIsNoNumberNamesTheStep() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            lines.append("{\"time\": ")
                    .append(1_795_240_000 + i)
                    .append(", \"series\": \"loss\", \"step\": ")
                    .append(7 + i)
                    .append(", \"value\": ")
                    .append(i < 217 ? "2.5" : "\"NaN\"")
                    .append("}\n");
        }
        Path file = Files.writeString(folder.resolve("s.jsonl"), lines);

        JsonNode found = only(Cli.here("watch", "--json", file.toString()).json("watch"));
        assertThat(found.get("kind").asText()).isEqualTo("NOT_A_NUMBER");
        assertThat(found.get("step").asInt()).isEqualTo(224);
    }

    @Test
    void samplesOfDevicesAreReadWithTheirUnits() throws Exception {
        StringBuilder csv = new StringBuilder(
                "timestamp, index, utilization.gpu [%], memory.used [MiB], ecc.errors.uncorrected.volatile.total\n");
        for (int i = 0; i < 300; i++) {
            csv.append(String.format(
                    Locale.ROOT,
                    "2026/11/22 00:%02d:%02d.000, 3, %d %%, %d MiB, %s%n",
                    i / 60,
                    i % 60,
                    i < 200 ? 97 : 0,
                    i < 200 ? 61_000 + i % 5 : 500,
                    i < 100 ? "[N/A]" : "0"));
        }
        Path file = Files.writeString(folder.resolve("smi.csv"), csv);

        JsonNode found = only(
                Cli.here("watch", "--json", "--host", "n7", file.toString()).json("watch"));
        assertThat(found.get("kind").asText()).isEqualTo("MEMORY_STALL");
        assertThat(found.get("host").asText()).isEqualTo("n7");
        assertThat(found.get("device").asText()).isEqualTo("3");
        assertThat(found.get("what").asText()).endsWith("device 0 % busy");
    }

    @Test
    void aFollowedFileIsToldOfAsItGrows() throws Exception {
        String[] lines = log(600, 450).split("\n", -1);
        Path file = folder.resolve("train.log");
        Files.writeString(file, String.join("\n", java.util.Arrays.copyOfRange(lines, 0, 300)) + "\n");
        CompletableFuture<Cli> followed = CompletableFuture.supplyAsync(
                () -> Cli.here("watch", "--json", "--follow", "--for", "3s", file.toString()));
        Files.writeString(
                file,
                String.join("\n", java.util.Arrays.copyOfRange(lines, 300, 600)) + "\n",
                StandardOpenOption.APPEND);

        Cli cli = followed.get(60, TimeUnit.SECONDS);
        assertThat(cli.code()).isZero();
        JsonNode first =
                new ObjectMapper().readTree(cli.out().lines().findFirst().orElseThrow());
        assertThat(first.get("kind").asText()).isEqualTo("LOSS_DIVERGED");
    }

    @Test
    void aServerIsAskedForSamplesOfHeldDevicesAndForWaste() throws IOException {
        long now = Instant.now().getEpochSecond();
        StringBuilder history = new StringBuilder("# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n");
        for (long second = now - 1800; second < now - 60; second += 15) {
            for (String job : new String[] {",hpc_job=\"train-12\"", ""}) {
                history.append("DCGM_FI_DEV_GPU_UTIL{Hostname=\"n1\",gpu=\"")
                        .append(job.length())
                        .append('"')
                        .append(job)
                        .append("} 0 ")
                        .append(second)
                        .append('\n');
            }
        }
        try (PrivatePrometheus server = PrivatePrometheus.start(
                Requires.program("prometheus"), Requires.program("promtool"), history + "# EOF\n")) {
            JsonNode found = only(
                    Cli.here("watch", "--json", "--prometheus", server.url()).json("watch"));
            assertThat(found.get("kind").asText()).isEqualTo("HELD_IDLE");
            assertThat(found.get("job").asText()).isEqualTo("train-12");
            assertThat(found.get("family").asText()).isEqualTo("train");

            JsonNode scanned = Cli.here("scan", "--json", "--fleet", "prometheus:" + server.url())
                    .json("scan");
            assertThat(scanned.at("/families/0/family").asText()).isEqualTo("train");
            assertThat(scanned.at("/families/0/wasted_share").asDouble()).isEqualTo(1);
            assertThat(scanned.get("notes").toString()).contains("the last 28 days only");

            Path older = Files.writeString(
                    folder.resolve("older.csv"),
                    "family,submitted,started,ended\nold,2020-01-01T00:00:00Z,2020-01-01T00:00:00Z,2020-01-02T00:00:00Z\n");
            JsonNode both = Cli.here(
                            "scan", "--json", "--fleet", "prometheus:" + server.url(), "--fleet", older.toString())
                    .json("scan");
            assertThat(both.get("families")).as("each of its own period").hasSize(2);
            assertThat(both.get("notes").toString()).contains(server.url() + ": the last 28 days only");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "watch nowhere.log | no readable file",
                "watch --require luck x | write quiet",
                "watch --prometheus ftp://x | not an http URL",
                "watch --prometheus http://127.0.0.1:1 --set stepp=1m | 'stepp' is not known",
                "watch --follow a b | takes one FILE",
            })
    void wrongCallsSayWhatToDo(String call, String words) {
        Cli.here(call.split(" ")).failsWith(2, words);
    }

    @Test
    void aServerThatIsDownIsUnavailable() {
        Cli.here("watch", "--prometheus", "http://127.0.0.1:1").failsWith(4, "cannot be reached");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"series\": \"loss\", \"value\": 1}~[1]~{\"series\": \"loss\", \"value\": 1} | line 2",
                "{\"series\": \"loss\", \"value\": 1}~{~{\"series\": \"loss\", \"value\": 1} | not JSON",
                "{\"series\": \"loss\", \"value\": \"low\"} | write a number",
                "{\"series\": \"loss\", \"value\": 1, \"time\": \"noon\"} | the time is 'noon'",
                "hello | holds no sample",
            })
    void badLinesAreNamed(String text, String words) throws IOException {
        Path file = Files.writeString(folder.resolve("bad"), text.replace('~', '\n'));
        Cli.here("watch", file.toString()).failsWith(2, words);
    }
}
