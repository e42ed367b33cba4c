package dev.amdahl.examples.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.examples.fleet.RecordedTrace.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KinetoWriterTest {
    private static final int STEPS = 4;

    @TempDir
    Path folder;

    private Trace run(PlantedCause cause, Trace trace) {
        JobSettings settings = JobSettings.of(cause, Map.of());
        new StepLoop("family", PlantedCauseTest.sized(cause, STEPS, 1), settings, trace, folder).run();
        return trace;
    }

    private RecordedTrace written(Trace trace) throws IOException {
        Path file = folder.resolve("trace.json.gz");
        trace.write(file);
        return RecordedTrace.read(file);
    }

    private static List<Integer> correlations(List<Row> rows) {
        return rows.stream().map(Row::correlation).filter(id -> id > 0).sorted().toList();
    }

    @Test
    void everyDeviceRowHasItsLaunchAndEveryRecordedRowIsWritten() throws IOException {
        Trace trace = run(PlantedCause.CHECKPOINT, Trace.recording());
        RecordedTrace written = written(trace);
        assertThat(written.rows(row -> true))
                .hasSize(trace.lanes().stream().mapToInt(Lane::size).sum());
        int kernels = STEPS * (PlantedCause.CHECKPOINT.workload().layers() + 2);
        assertThat(written.rows(row -> row.category().equals("kernel"))).hasSize(kernels);
        assertThat(correlations(written.rows(Row::isOnDevice)))
                .hasSizeGreaterThan(kernels)
                .doesNotHaveDuplicates()
                .isEqualTo(correlations(written.rows(row -> row.category().equals("cuda_runtime"))));
    }

    @Test
    void deviceRunsOneRowAtATimeInTimeSinceTheEpoch() throws IOException {
        long before = Instant.now().toEpochMilli() * 1_000_000;
        RecordedTrace written = written(run(PlantedCause.SYNC, Trace.recording()));
        assertThat(written.rows(row -> row.name().startsWith("ProfilerStep#"))).hasSize(STEPS);
        List<Row> device = written.rows(Row::isOnDevice);
        assertThat(device).hasSizeGreaterThan(STEPS);
        long last = before;
        for (Row row : device) {
            assertThat(row.begin()).isGreaterThanOrEqualTo(last);
            last = row.end();
        }
    }

    @Test
    void traceThatIsOffHoldsNothing() {
        Trace trace = run(PlantedCause.SYNC, Trace.off());
        assertThat(trace.lanes()).hasSizeGreaterThanOrEqualTo(2).allMatch(lane -> lane.size() == 0);
    }
}
