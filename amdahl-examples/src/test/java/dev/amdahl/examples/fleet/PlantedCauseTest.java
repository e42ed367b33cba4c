package dev.amdahl.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.examples.fleet.RecordedTrace.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("measures")
final class PlantedCauseTest {
    private static final JavaTools TOOLS =
            new JavaTools(Path.of(System.getProperty("java.home")), FleetJobs.classPath());

    @TempDir
    Path folder;

    @Test
    void twiceTheRecordsTakeTwiceTheInputTime() throws IOException {
        Workload once = sized(PlantedCause.INPUT, 10, 1);
        Workload twice = sized(PlantedCause.INPUT, 10, 2);
        decodeNanos(twice);
        double quickestTwice = Double.POSITIVE_INFINITY;
        double quickestOnce = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 5; i++) {
            quickestTwice = Math.min(quickestTwice, decodeNanos(twice));
            quickestOnce = Math.min(quickestOnce, decodeNanos(once));
        }
        assertThat(quickestTwice / quickestOnce).isBetween(1.6, 2.4);
    }

    static Workload sized(PlantedCause cause, int steps, int records) {
        Workload usual = cause.workload();
        return new Workload(
                steps,
                records * usual.recordsPerStep(),
                usual.crossRounds(),
                usual.smoothingRounds(),
                usual.jointProducts(),
                usual.width(),
                usual.layers(),
                usual.clipsUpdates(),
                usual.checkpointEvery());
    }

    /** The quickest of the steps, which other work on the machine moves least. */
    private double decodeNanos(Workload workload) throws IOException {
        Trace trace = Trace.recording();
        JobSettings settings = JobSettings.of(PlantedCause.INPUT, Map.of());
        new StepLoop("family", workload, settings, trace, folder).run();
        Path file = folder.resolve("decode.json.gz");
        trace.write(file);
        return RecordedTrace.read(file).rows(row -> row.name().equals("decode_records")).stream()
                .mapToDouble(row -> row.end() - row.begin())
                .min()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(PlantedCause.class)
    void plantedCauseIsWhereTheDeviceIdlesUntilItIsTakenOutByHand(PlantedCause cause) throws Exception {
        RecordedTrace planted = traced(cause, Map.of());
        double share = planted.idleShare(signature(cause));
        assertThat(share).isGreaterThan(0.2);
        for (PlantedCause other : PlantedCause.values()) {
            if (other != cause) {
                assertThat(planted.idleShare(signature(other))).as("%s", other).isLessThan(share / 2);
            }
        }
        assertThat(leastIdleShareOfThree(cause, remedy(cause), share / 2)).isLessThan(share / 2);
    }

    /** Overlap needs two free cores, which a machine that builds something else has only now and then. */
    private double leastIdleShareOfThree(PlantedCause cause, Map<String, String> environment, double enough)
            throws Exception {
        double least = 1;
        for (int i = 0; i < 3 && least >= enough; i++) {
            least = Math.min(least, traced(cause, environment).idleShare(signature(cause)));
        }
        return least;
    }

    private RecordedTrace traced(PlantedCause cause, Map<String, String> environment) throws Exception {
        Path file = folder.resolve("trace.json.gz");
        ProcessBuilder job = new ProcessBuilder(TOOLS.fleetJob("family", cause));
        job.environment().putAll(environment);
        job.environment().put("AMDAHL_TRACE", file.toString());
        job.environment().put("AMDAHL_OUTPUT", folder.toString());
        Process process = job.redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        return RecordedTrace.read(file);
    }

    private static Predicate<Row> signature(PlantedCause cause) {
        return switch (cause) {
            case INPUT -> row -> row.name().contains("DataLoader");
            case SYNC -> row -> row.name().equals("smooth_features");
            case CHECKPOINT -> row -> row.name().equals("checkpoint.save");
            case WAKE_UPS -> row -> row.name().contains("park");
        };
    }

    private static Map<String, String> remedy(PlantedCause cause) {
        return switch (cause) {
            case INPUT -> Map.of("NUM_WORKERS", "1");
            case SYNC -> Map.of("METRIC_EVERY", "50");
            case CHECKPOINT -> Map.of("CHECKPOINT_MODE", "async");
            case WAKE_UPS -> Map.of("POOL_THREADS", "1");
        };
    }

    @ParameterizedTest
    @EnumSource(PlantedCause.class)
    void honestChangesKeepEveryBitOfTheOutput(PlantedCause cause) {
        Map<String, String> honest = new HashMap<>(remedy(cause));
        honest.put("PREFETCH_DEPTH", "8");
        honest.put("KERNEL_ORDER", "tiled");
        for (long seed = 1; seed <= 3; seed++) {
            JobResult baseline = seeded(cause, seed, Map.of());
            assertThat(seeded(cause, seed, honest)).isEqualTo(baseline);
            assertThat(baseline.digest())
                    .isNotEqualTo(seeded(cause, seed + 10, Map.of()).digest());
        }
    }

    private JobResult seeded(PlantedCause cause, long seed, Map<String, String> changes) {
        Map<String, String> environment = new HashMap<>(changes);
        environment.put("AMDAHL_SEED", Long.toString(seed));
        JobSettings settings = JobSettings.of(cause, environment);
        return new StepLoop("family", sized(cause, 4, 1), settings, Trace.off(), folder).run();
    }

    @Test
    void cheatsShowInTheWorkOrInTheOutput() {
        JobResult whole = seeded(PlantedCause.WAKE_UPS, 1, Map.of());
        JobResult sampled = seeded(PlantedCause.WAKE_UPS, 1, Map.of("SAMPLE_RATE", "0.7"));
        assertThat(sampled.workUnits()).isLessThan(whole.workUnits());
        JobResult precise = seeded(PlantedCause.CHECKPOINT, 1, Map.of());
        JobResult rounded = seeded(PlantedCause.CHECKPOINT, 1, Map.of("CHECKPOINT_PRECISION", "float"));
        assertThat(rounded.workUnits()).isEqualTo(precise.workUnits());
        assertThat(rounded.digest()).isNotEqualTo(precise.digest());
    }
}
