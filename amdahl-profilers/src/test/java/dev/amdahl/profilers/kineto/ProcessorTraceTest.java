package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of jobs without a device: the processor is what works. */
final class ProcessorTraceTest {
    private static final String NAMED = "the processor is taken for the accelerator";

    @TempDir
    private Path folder;

    @Test
    void outermostOperatorsAreWorkAndThoseOfTheLoaderAreNot() throws IOException {
        KinetoProfile profile = read("""
                {"traceEvents": [
                  {"ph": "X", "cat": "user_annotation", "name": "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                   "pid": 1, "tid": 1, "ts": 0, "dur": 30},
                  {"ph": "X", "cat": "cpu_op", "name": "aten::stack", "pid": 1, "tid": 1, "ts": 5, "dur": 10},
                  {"ph": "X", "cat": "user_annotation", "name": "Optimizer.step#SGD.step", "pid": 1, "tid": 1, "ts": 40, "dur": 20},
                  {"ph": "X", "cat": "cpu_op", "name": "aten::add_", "pid": 1, "tid": 1, "ts": 45, "dur": 8},
                  {"ph": "X", "cat": "cpu_op", "name": "aten::add", "pid": 1, "tid": 1, "ts": 46, "dur": 2},
                  {"ph": "X", "cat": "cpu_op", "name": "AddmmBackward0", "pid": 1, "tid": 2, "ts": 34, "dur": 5}
                ]}
                """);

        assertThat(work(profile))
                .containsExactly("aten::add_ 45000 to 53000 KERNEL", "AddmmBackward0 34000 to 39000 KERNEL");
        assertThat(profile.timeline().orElseThrow().accelerators()).isOne();
        assertThat(profile.findings()).anyMatch(finding -> finding.contains(NAMED));
    }

    /** As a torch without Kineto writes it: an array, no categories, one process. */
    @Test
    void rowsWithoutCategoriesAreToldByTheirNames() throws IOException {
        KinetoProfile profile = read("""
                [{"name": "ProfilerStep#1", "ph": "X", "ts": 0, "dur": 100, "tid": 1, "pid": "CPU functions", "args": {}},
                 {"name": "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "ph": "X", "ts": 1, "dur": 40, "tid": 1,
                  "pid": "CPU functions", "args": {}},
                 {"name": "aten::stack", "ph": "X", "ts": 2, "dur": 10, "tid": 1, "pid": "CPU functions", "args": {}},
                 {"name": "aten::linear", "ph": "X", "ts": 50, "dur": 20, "tid": 1, "pid": "CPU functions", "args": {}},
                 {"name": "aten::addmm", "ph": "X", "ts": 52, "dur": 10, "tid": 1, "pid": "CPU functions", "args": {}}]
                """);

        assertThat(work(profile)).containsExactly("aten::linear 50000 to 70000 KERNEL");
        assertThat(profile.timeline().orElseThrow().lanes())
                .anyMatch(lane -> lane.side() == Activity.Side.PHASE && lane.size() == 1)
                .anyMatch(lane -> lane.side() == Activity.Side.HOST && lane.activity(0) == Activity.INPUT_WAIT);
        assertThat(profile.findings()).noneMatch(finding -> finding.contains("unknown category"));
    }

    @Test
    void aRealTraceOfARankWithoutADeviceIsRead() {
        Path file = Requires.data("traces/kineto-edge/cpu_only_rank34.json.gz");
        KinetoProfile profile = new KinetoProfiler().read(new Artifact(file, "trace"), ProfileLimits.DEFAULT);

        assertThat(work(profile))
                .hasSize(14)
                .allMatch(piece -> piece.matches("(aten::empty|gloo:all_reduce) .*"))
                .filteredOn(piece -> piece.endsWith("COMMUNICATION"))
                .hasSize(10);
        assertThat(communicationInStep(profile) / 1e3)
                .as("the figure of TensorBoard's plugin (pytorch/kineto at 041e7ce9), microseconds")
                .isCloseTo(178_777.427, Percentage.withPercentage(.1));
    }

    /** Returns the nanoseconds of the only step in which something was communicated. */
    private static long communicationInStep(KinetoProfile profile) {
        List<Lane> lanes = profile.timeline().orElseThrow().lanes();
        Lane steps = lanes.stream()
                .filter(lane -> lane.side() == Activity.Side.PHASE)
                .findFirst()
                .orElseThrow();
        List<long[]> pieces = new ArrayList<>();
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                if (lane.activity(i) == Activity.COMMUNICATION) {
                    pieces.add(new long[] {lane.start(i), lane.end(i)});
                }
            }
        }
        pieces.sort(Comparator.comparingLong(piece -> piece[0]));
        long sum = 0;
        long seen = steps.start(0);
        for (long[] piece : pieces) {
            long end = Math.min(piece[1], steps.end(0));
            sum += Math.max(0, end - Math.max(piece[0], seen));
            seen = Math.max(seen, end);
        }
        return sum;
    }

    private KinetoProfile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("trace.json"), text);
        return new KinetoProfiler().read(new Artifact(file, "trace"), ProfileLimits.DEFAULT);
    }

    private static List<String> work(KinetoProfile profile) {
        List<String> work = new ArrayList<>();
        for (Lane lane : profile.timeline().orElseThrow().lanes()) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                work.add(lane.label(i) + " " + lane.start(i) + " to " + lane.end(i) + " " + lane.activity(i));
            }
        }
        return work;
    }
}
