package dev.amdahl.examples.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the loop would run, and that it then runs that. */
final class PlanCommandTest {
    private static final String TRAIN = """
            defaults: {price_per_accelerator_hour: 2.5, currency: EUR}
            budget: {accelerator_hours: 100}
            jobs:
              - family: train
                command: [sh, -c, 'sleep 0.05']
                environment: {MODE: "a", AMP: "0"}
                accelerators: {type: h100, count: 8}
                levers:
                  - {name: mode, environment: MODE, values: ["b", "c"], addresses: [HOST_SERIAL]}
                  - {name: amp, environment: AMP, values: ["1"], addresses: [HOST_SERIAL]}
            """;

    @TempDir
    private Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private String jobs(String text) throws IOException {
        return Files.writeString(folder.resolve("jobs.yaml"), text).toString();
    }

    /** Returns what lies here, without what trials that still run may write. */
    private Map<String, Long> files() throws IOException {
        Map<String, Long> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(file -> !file.endsWith("ledger.work")).toList()) {
                files.put(
                        String.valueOf(file.getFileName()),
                        Files.getLastModifiedTime(file).toMillis() + Files.size(file));
            }
        }
        return files;
    }

    @Test
    void aPlanOfWhatNeverRanSaysWhatItIsAssumedFromAndWritesNothing() throws Exception {
        String jobs = jobs(TRAIN);
        Cli bound = Cli.in(folder, "plan", "--jobs", jobs, "--ledger", "ledger");
        assertThat(bound.code()).as(bound.err()).isZero();
        assertThat(bound.out())
                .startsWith("The loop would make 10 runs to measure and 3 experiments on 1 job: at most ")
                .contains("No run of train was measured yet", "--run-length", "may not be enough");

        JsonNode json = Cli.in(folder, "plan", "--json", "--jobs", jobs, "--ledger", "ledger", "--run-length", "30m")
                .json("plan");

        JsonNode train = json.at("/jobs/0");
        assertThat(train.get("run_seconds").asDouble()).isEqualTo(1800);
        assertThat(train.get("run_seconds_from").asText()).isEqualTo("assumed");
        jobs("settings: {run_length: 30m}\n" + TRAIN);
        assertThat(Cli.in(folder, "plan", "--json", "--jobs", jobs, "--ledger", "ledger")
                        .json("plan"))
                .isEqualTo(json);
        jobs(TRAIN);
        assertThat(train.at("/measuring_accelerator_hours/expected").asDouble())
                .as("2 evidence runs and 4 pairs of half an hour on 8 accelerators")
                .isCloseTo(10 * .5 * 8, within(1e-9));
        assertThat(train.get("experiments")).hasSize(3).allSatisfy(row -> {
            assertThat(row.get("design").asText()).isEqualTo("whole");
            assertThat(row.at("/pairs/expected").asDouble()).isEqualTo(24);
            assertThat(row.at("/accelerator_hours/expected").asDouble())
                    .as("pairs and the one that warms up")
                    .isCloseTo(25 * 2 * .5 * 8, within(1e-9));
        });
        double hours = json.at("/total/accelerator_hours/expected").asDouble();
        assertThat(hours).isCloseTo(40 + 3 * 200, within(1e-9));
        assertThat(json.at("/total/host_hours/expected").asDouble()).isCloseTo(hours / 8, within(1e-9));
        assertThat(json.at("/total/money/EUR/expected").asDouble()).isCloseTo(2.5 * hours, within(1e-9));
        assertThat(json.at("/budget/0/limit").asDouble()).isEqualTo(100);
        assertThat(json.at("/budget/0/expected").asDouble()).isCloseTo(hours, within(1e-6));
        assertThat(files()).containsOnlyKeys("jobs.yaml");
    }

    @Test
    void theLoopThenRunsWhatThePlanSaid() throws Exception {
        Requires.processors(2);
        Requires.program("setsid");
        String jobs = jobs(TRAIN.replace("[\"b\", \"c\"]", "[\"b\"]")
                + "policy: {calibration: 0, pairs: 12, noise: {trials: 1}}\n");
        String ledger = folder.resolve("ledger").toString();
        Cli measured = Cli.in(folder, "loop", "--json", "--jobs", jobs, "--ledger", ledger, "--cycles", "8");
        assertThat(measured.code()).as(measured.err()).isZero();
        Map<String, Long> before = files();

        JsonNode plan = Cli.in(folder, "plan", "--json", "--jobs", jobs, "--ledger", ledger)
                .json("plan");

        assertThat(files()).as("nothing is written").isEqualTo(before);
        JsonNode train = plan.at("/jobs/0");
        assertThat(train.get("run_seconds_from").asText()).isEqualTo("median of its evidence runs");
        assertThat(train.get("run_seconds").asDouble()).isBetween(.04, 5.0);
        assertThat(plan.at("/budget/0/used").asDouble()).isPositive();

        assertThat(Cli.in(folder, "loop", "--json", "--jobs", jobs, "--ledger", ledger)
                        .code())
                .isZero();
        List<String> opened = new ArrayList<>();
        for (JsonNode row : train.get("experiments")) {
            Dossier dossier =
                    LedgerReader.view(ledger).dossier(row.get("id").asText()).orElseThrow();
            assertThat(dossier.experiment()
                            .orElseThrow()
                            .plan()
                            .sampled()
                            .design()
                            .label())
                    .isEqualTo(row.get("design").asText());
            opened.add(dossier.id());
        }
        assertThat(opened.size() + train.get("left_out").size()).isPositive();
        JsonNode after = Cli.in(folder, "plan", "--json", "--jobs", jobs, "--ledger", ledger)
                .json("plan");
        assertThat(after.at("/total/experiments").asInt()).as("all is tried").isZero();
    }

    @Test
    void wrongCallsAreOneLine() throws Exception {
        Cli.here("plan").failsWith(2, "plan", "no jobs file is named");
        String jobs = jobs(TRAIN);
        Cli.here("plan", "--jobs", jobs + ".no").failsWith(2, "jobs.yaml.no");
        Cli.here("plan", "--jobs", jobs, "--run-length", "soon").failsWith(2, "--run-length", "soon");
        Cli.here("plan", "--jobs", jobs, "--run-length", "0s").failsWith(2, "--run-length", "0s");
        Cli.here("plan", "--jobs", jobs("settings: {run_length: later}\n" + TRAIN))
                .failsWith(2, "jobs.yaml", "run_length", "'later' is not a duration");
        jobs(TRAIN);
        Cli.here("plan", "--jobs", jobs, "--scheduler", "slrm").failsWith(2, "slrm", "local");
        Files.writeString(folder.resolve("other.mv.db"), "hello");
        Cli.here("plan", "--jobs", jobs, "--ledger", folder.resolve("other").toString())
                .failsWith(2, "not a ledger but some other file");
        assertThat(files()).containsOnlyKeys("jobs.yaml", "other.mv.db");
    }
}
