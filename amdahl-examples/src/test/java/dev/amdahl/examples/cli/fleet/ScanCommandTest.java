package dev.amdahl.examples.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The waste of a fleet, from each kind of table. */
final class ScanCommandTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String HEAD =
            "family,id,submitted,started,ended,accelerators,idle,low,high,unknown,useful_in_low\n";

    @TempDir
    private Path folder;

    /** What a run's seconds came to: phases in whole seconds, on so many accelerators. */
    private record Phases(
            String family, int accelerators, int queue, int idle, int low, int high, int unknown, double usefulInLow) {
        static Phases draw(Random random) {
            return new Phases(
                    "family-" + random.nextInt(6),
                    1 << random.nextInt(4),
                    random.nextInt(9000),
                    random.nextInt(5000),
                    random.nextInt(5000),
                    random.nextInt(5000),
                    random.nextInt(3) == 0 ? random.nextInt(5000) : 0,
                    random.nextInt(5) / 4.0);
        }

        int held() {
            return idle + low + high + unknown;
        }

        double wasted() {
            return idle + (1 - usefulInLow) * low;
        }

        List<Object> row(int id) {
            Instant started = START.plusSeconds(queue);
            double held = held();
            return List.of(
                    family,
                    "r" + id,
                    START,
                    started,
                    started.plusSeconds(held()),
                    accelerators,
                    idle / held,
                    low / held,
                    high / held,
                    unknown / held,
                    usefulInLow);
        }
    }

    @Test
    void phasesTimesAcceleratorsAreWhatWasHeldInEveryFormat() throws Exception {
        List<Phases> runs = new ArrayList<>();
        Random random = new Random(11);
        while (runs.size() < 300) {
            runs.add(Phases.draw(random));
        }

        JsonNode csv = scan(csv("runs.csv", runs));

        Map<String, double[]> expected = new TreeMap<>();
        for (Phases run : runs) {
            double[] sums = expected.computeIfAbsent(run.family(), family -> new double[4]);
            sums[0] += run.accelerators() * run.held() / 3600.0;
            sums[1] += run.accelerators() * run.wasted() / 3600.0;
            sums[2] += run.accelerators() * run.unknown() / 3600.0;
            sums[3] += run.queue() / 3600.0;
        }
        assertThat(csv.get("families")).hasSize(expected.size()).allSatisfy(family -> {
            double[] sums =
                    Objects.requireNonNull(expected.get(family.get("family").asText()));
            double held = family.get("accelerator_hours").asDouble();
            assertThat(held).isCloseTo(sums[0], within(1e-6));
            assertThat(family.get("wasted_accelerator_hours").asDouble()).isCloseTo(sums[1], within(1e-6));
            assertThat(held * family.get("unknown_share").asDouble()).isCloseTo(sums[2], within(1e-6));
            assertThat(family.get("queue_hours").asDouble()).isCloseTo(sums[3], within(1e-6));
        });
        assertThat(scan(jsonLines(runs))).isEqualTo(csv);
        assertAlike(scan(parquet(folder.resolve("runs.csv"))), csv);
    }

    @Test
    void runsBeforeAndAfterAChangeAreDescribedWithoutAVerdict() throws Exception {
        StringBuilder rows = new StringBuilder("family,submitted,started,ended\n");
        for (int day = 0; day < 20; day++) {
            Instant at = START.plusSeconds(86_400L * day);
            rows.append("eval,").append(at).append(',').append(at).append(',');
            rows.append(at.plusSeconds(day < 10 ? 1000 : 500)).append('\n');
        }
        Path table = Files.writeString(folder.resolve("changed.csv"), rows);
        String[] call = {
            "scan",
            "--fleet",
            table.toString(),
            "--changed-at",
            START.plusSeconds(864_000).toString(),
            "--json"
        };
        JsonNode row = Cli.here(call).json("scan").at("/before_after/0");
        assertThat(row.get("family").asText()).isEqualTo("eval");
        assertThat(row.get("reason").asText()).contains("10 runs before and 10 after");
        assertThat(row.get("ratio").asDouble()).isEqualTo(.5);
        assertThat(row.get("decision").asText()).isEqualTo("INCONCLUSIVE");
        assertThat(Cli.here(Arrays.copyOf(call, 5)).out()).contains("0.500", "no control");
        Cli.here("scan", "--fleet", table.toString(), "--changed-at", "soon")
                .failsWith(2, "--changed-at", "is not a time");
    }

    private JsonNode scan(Path table) throws IOException {
        return Cli.here("scan", "--json", "--fleet", table.toString()).json("scan");
    }

    private Path csv(String name, List<Phases> runs) throws IOException {
        StringBuilder text = new StringBuilder("\uFEFF").append(HEAD.strip()).append("\r\n");
        for (Phases run : runs) {
            text.append(String.join(
                            ",",
                            run.row(text.length()).stream()
                                    .map(Object::toString)
                                    .toList()))
                    .append("\r\n");
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private Path jsonLines(List<Phases> runs) throws IOException {
        StringBuilder text = new StringBuilder();
        String[] names = HEAD.strip().split(",", -1);
        for (Phases run : runs) {
            ObjectNode line = new ObjectMapper().createObjectNode();
            List<Object> values = run.row(text.length());
            for (int i = 0; i < names.length; i++) {
                if (values.get(i) instanceof Double share) {
                    line.put(names[i], share);
                } else {
                    line.put(names[i], values.get(i).toString());
                }
            }
            text.append(line).append('\n');
        }
        return Files.writeString(folder.resolve("runs.jsonl"), text);
    }

    private Path parquet(Path csv) throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            statement.execute(
                    "COPY (SELECT * FROM read_csv('" + csv + "')) TO '" + folder.resolve("runs.parquet") + "'");
        }
        return folder.resolve("*.parquet");
    }

    /** Figures by another engine, which may add them in another order. */
    private static void assertAlike(JsonNode one, JsonNode other) {
        assertThat(one.isNumber() ? 0 : one.size()).isEqualTo(other.isNumber() ? 0 : other.size());
        if (one.isNumber()) {
            assertThat(one.asDouble()).isCloseTo(other.asDouble(), within(1e-9 * Math.abs(other.asDouble()) + 1e-9));
        } else if (one.isValueNode()) {
            assertThat(one).isEqualTo(other);
        } else if (one.isArray()) {
            for (int i = 0; i < one.size(); i++) {
                assertAlike(one.get(i), other.get(i));
            }
        } else {
            one.fieldNames().forEachRemaining(name -> assertAlike(one.get(name), other.get(name)));
        }
    }

    @Test
    void familiesAreRankedByWaste() throws Exception {
        Path fleet = Files.writeString(folder.resolve("fleet.jsonl"), """
                {"id": "1", "family": "busy", "accelerator_type": "h200", "accelerators": 2, "submitted": "2026-01-01T00:00:00Z", "started": "2026-01-01T00:00:00Z", "ended": "2026-01-01T01:00:00Z", "idle": 0.1, "low": 0.0, "high": 0.9}
                {"id": "2", "family": "idle", "accelerator_type": "h200", "accelerators": 2, "submitted": "2026-01-01T00:00:00Z", "started": "2026-01-01T00:30:00Z", "ended": "2026-01-01T01:30:00Z", "idle": 0.8, "low": 0.0, "high": 0.2}
                """);
        JsonNode json = Cli.here("scan", "--json", "--fleet", fleet.toString(), "--price", "2")
                .json("scan");
        assertThat(json.get("rows").asInt()).isEqualTo(2);
        assertThat(json.at("/families/0/family").asText()).isEqualTo("idle");
        assertThat(json.at("/families/0/wasted_accelerator_hours").asDouble()).isCloseTo(1.6, within(1e-9));
        assertThat(json.at("/families/0/cost").asDouble()).isCloseTo(3.2, within(1e-9));
    }

    @Test
    void aQueueThatNobodyMeasuredIsSaidNotToBeMeasured() throws Exception {
        Path runs = Files.writeString(
                folder.resolve("starts.csv"),
                "id,family,started,ended,utilisation\n1,train,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,0.5\n");
        Path others = Files.writeString(
                folder.resolve("queued.csv"),
                "id,family,submitted,started,ended\n2,train,2026-01-01T00:00:00Z,2026-01-01T03:00:00Z,2026-01-01T04:00:00Z\n");

        Cli none = Cli.here("scan", "--fleet", runs.toString());
        assertThat(none.out())
                .contains("queue not measured", "queue: measured of 0 of 1 runs; the others do not say")
                .doesNotContain("queue 0.0 hours");
        JsonNode json = scan(runs);
        assertThat(json.get("queue_hours").isNull()).isTrue();
        JsonNode same =
                Cli.here("scan", "--json", "--fleet", parquet(runs).toString()).json("scan");
        assertThat(same.get("families")).isEqualTo(json.get("families"));
        assertThat(json.at("/families/0/queue_hours").isNull()).isTrue();
        assertThat(json.at("/families/0/queue_known_jobs").asInt()).isZero();
        assertThat(Cli.here("scan", "--fleet", runs.toString(), "--fleet", others.toString())
                        .out())
                .contains(">= 3.0", "queue: measured of 1 of 2 runs");
        Cli goodput = Cli.here("goodput", "--fleet", runs.toString());
        assertThat(goodput.out()).contains("queue: measured of 0 of 1 jobs");
        assertThat(Cli.here("goodput", "--json", "--fleet", runs.toString())
                        .json("goodput")
                        .at("/families/0/queue_hours")
                        .isNull())
                .isTrue();
    }

    @Test
    void aTraceIsReadByItsMapping() throws Exception {
        Path trace = Files.createDirectory(folder.resolve("trace"));
        Files.writeString(trace.resolve("openb_pod_list_default.csv"), """
                        name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
                        p1,1,1,1,500,,LS,Succeeded,0,7200,3600
                        p2,1,1,8,1000,,BE,Succeeded,0,3600,0
                        p3,1,1,1,1000,,LS,Pending,0,1800,
                        p4,1,1,0,0,,LS,Succeeded,0,7200,3600
                        """);

        JsonNode json = Cli.here("scan", "--json", "--fleet", trace.toString(), "--mapping", "alibaba-gpu-v2023")
                .json("scan");

        assertThat(json.get("rows").asInt()).isEqualTo(3);
        assertThat(json.get("accelerator_hours").asDouble()).isCloseTo(8.5, within(1e-9));
        assertThat(json.get("queue_hours").asDouble()).isCloseTo(1.5, within(1e-9));
        assertThat(json.get("wasted_accelerator_hours").isNull()).isTrue();
        assertThat(json.at("/families/0/family").asText()).isEqualTo("BE/8/1000");
        assertThat(json.get("notes").toString())
                .contains("no utilisation column")
                .contains("1 rows without accelerators left out");
        Cli.here("scan", "--fleet", trace.toString(), "--mapping", "helios").failsWith(2, "no file is named");
    }

    @Test
    void severalSourcesAreOneFleetAndOneThatCannotBeIsNamed() throws Exception {
        String row = ",2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1,1,0,0,0,0\n";
        Path one = Files.writeString(folder.resolve("one.csv"), HEAD + "a,1" + row);
        Path two = Files.writeString(folder.resolve("two.csv"), HEAD + "a,1" + row + "b,2" + row);

        Cli both = Cli.here("scan", "--json", "--fleet", one.toString(), "--fleet", two.toString());
        assertThat(both.json("scan").at("/families/0/wasted_accelerator_hours").asDouble())
                .as("one run that two sources tell")
                .isEqualTo(1);
        Cli half = Cli.here(
                "scan", "--json", "--fleet", one.toString(), "--fleet", "nowhere.csv", "--fleet", "prometheus:x=y");
        assertThat(half.code()).isEqualTo(2);
        assertThat(half.json("scan").get("rows").asInt()).isEqualTo(1);
        assertThat(half.json("scan").get("notes").toString())
                .contains("left out: nowhere.csv: no readable file")
                .contains("the setting 'x' is not known");
        Cli.here("scan", "--fleet", one.toString(), "--fleet", folder + "/./one.csv")
                .failsWith(2, "named twice", "name each source once");
    }

    @Test
    void thePeriodIsWhatWasAskedFor() throws Exception {
        Path table = csv("runs.csv", List.of(new Phases("f", 1, 0, 3600, 0, 0, 0, 0)));

        assertThat(Cli.here("scan", "--fleet", table.toString(), "--days", "1", "--to", "2026-01-02")
                        .out())
                .contains("1 run, ");
        assertThat(Cli.here("scan", "--fleet", table.toString(), "--days", "1").out())
                .contains("0 runs, ")
                .contains("note: no run in that period");
        Cli.here("scan", "--fleet", table.toString(), "--days", "1", "--from", "2026-01-01")
                .failsWith(2, "--from is given too");
    }

    @Test
    void namesOfFamiliesDoNothingToATerminal() throws Exception {
        String row = ",2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1,";
        String evil = "\"\u001b[31mred\nline\u202e\",";
        Path table = Files.writeString(
                folder.resolve("evil.csv"),
                HEAD + evil + 1 + row + ".1,0,.9,0,0\n" + evil + 2 + row + ".9,0,.1,0,0\n" + "other,3" + row
                        + ".2,0,.8,0,0\n" + "other,4" + row + ".8,0,.2,0,0\n" + "x,5,\"2026\u001b[2J\",,,1,,,,,\n");

        Cli found = Cli.here("scan", "--skip-bad-rows", "--fleet", table.toString());

        assertThat(found.out())
                .contains("estimate leans on the whole fleet,")
                .contains("1 row left out")
                .doesNotContain("\u001b")
                .doesNotContain("\u202e")
                .doesNotContain("red\nline");
    }
}
