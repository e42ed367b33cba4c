package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.profilers.Recorded;
import dev.amdahl.profilers.kineto.host.FrameWait;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Traces that real profilers wrote, against unions computed independently of this reader. */
final class RecordedTracesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final KinetoProfiler profiler = new KinetoProfiler();

    @Test
    void everyTraceIsReadIntoWellFormedLanesAndItsUnionsEqualTheReference() throws IOException {
        compare(traces(), 29, 31);
    }

    @Test
    void theSmallTracesAreToo() throws IOException {
        compare(Recorded.small(), 5, 5);
    }

    private void compare(Path traces, int references, int least) throws IOException {
        Map<String, JsonNode> wanted = new TreeMap<>();
        for (Path reference : files(traces.resolve("expected/exact"))) {
            JsonNode node = MAPPER.readTree(reference.toFile());
            wanted.put(node.get("input").asText(), node);
        }
        assertThat(wanted).hasSize(references);
        int seen = 0;
        for (String folder : List.of("kineto", "kineto-edge")) {
            for (Path file : files(traces.resolve(folder))) {
                assertThat(profiler.reads(new Artifact(file, "trace")))
                        .as(file.toString())
                        .isTrue();
                Timeline timeline = read(file).timeline().orElseThrow();
                wellFormed(timeline, file);
                JsonNode node = wanted.remove(file.getFileName().toString());
                if (node != null) {
                    JsonNode device =
                            MAPPER.valueToTree(TraceSummary.of(timeline, 10).device());
                    var expected = MAPPER.createObjectNode();
                    device.fieldNames()
                            .forEachRemaining(key -> expected.set(
                                    key, node.path(key).isMissingNode() ? MAPPER.nullNode() : node.get(key)));
                    assertThat(MAPPER.readTree(device.toString()))
                            .as(file.toString())
                            .isEqualTo(MAPPER.readTree(expected.toString()));
                }
                seen++;
            }
        }
        assertThat(wanted).isEmpty();
        assertThat(seen).isGreaterThanOrEqualTo(least);
    }

    @Test
    void occupancyOfJobsOfOneRankEqualsThatOfAnotherReader() throws IOException {
        for (String name : List.of("alexnet", "cuda_event_sync")) {
            Path file = traces().resolve("kineto/" + name + ".json.gz");
            JsonNode reference = MAPPER.readTree(
                    traces().resolve("expected/tb_plugin/" + name + ".json").toFile());
            assertThat(read(file).counters().get("occupancy_pct"))
                    .as(name)
                    .isCloseTo(
                            reference.get("est_achieved_occupancy_pct").get("0").asDouble(), within(1e-9));
        }
    }

    @Test
    void countersTellWhatTracesSayBesideTimes() throws IOException {
        Map<String, Double> alexnet =
                read(traces().resolve("kineto/alexnet.json.gz")).counters();
        assertThat(alexnet)
                .containsEntry("h2d_copy_bytes_p50", 16384.0)
                .containsEntry("pinned_copies", 0.0)
                .containsEntry("trace_rank", 0.0);
        KinetoProfile nccl = read(traces().resolve("kineto/nccl_data.json.gz"));
        assertThat(nccl.counters()).containsEntry("collective_bytes_p50", 9_724_160.0);
        assertThat(nccl.worldSize()).hasValue(2);
        assertThat(nccl.backend()).hasValue("nccl");
        KinetoProfile ddp = read(traces().resolve("kineto/ddp_rank1_large.json.gz"));
        assertThat(ddp.counters().get("hbm_used_frac"))
                .as("12,782,141,440 of 34,089,730,048 bytes")
                .isCloseTo(0.3749558, within(1e-6));
        assertThat(ddp.rank()).hasValue(1);
    }

    @Test
    void workOfAnAcceleratorThatIsNoGpuHasLanesOfItsOwn() throws IOException {
        KinetoProfile profile = read(traces().resolve("kineto/mtia_inference_rank0.json.gz"));
        TraceSummary summary = TraceSummary.of(profile.timeline().orElseThrow(), 5);
        assertThat(summary.device().gpuOps()).isZero();
        assertThat(summary.accelerators())
                .as("974 rows that are not event_wait or event_record; unions by a few lines of Python")
                .isEqualTo(new TraceSummary.Accelerators(
                        974, 442_646_618L, 421_661_824L, 20_984_794L, 414_085_123L, 0L, 40_170_760L));
        assertThat(profile.timeline().orElseThrow().accelerators()).isEqualTo(1);
    }

    @Test
    void framesTellWhereThreadsWaited() throws IOException {
        KinetoProfile profile = read(traces().resolve("kineto/tl_h100_qwen05b.json.gz"));
        assertThat(profile.hotFrames())
                .as("what runs in PyTorch belongs to the line that called it")
                .hasSize(39)
                .element(1)
                .isEqualTo(new HotFrame("transformers/models/qwen2/modeling_qwen2.py:150 forward", .008545478));
        assertThat(profile.frameWaits())
                .anySatisfy(wait -> assertThat(wait)
                        .isEqualTo(new FrameWait(
                                "torch/cuda/__init__.py:975 synchronize", Activity.SYNC, 2, 16_269_809, 16_269_809)));
    }

    @Test
    void stepsAndInputWaitsOfABeforeAndAfterPairAreFound() throws IOException {
        Path traces = traces().resolve("kineto");
        Timeline before = read(traces.resolve("resnet50_num_workers_0.A.pt.trace.json.gz"))
                .timeline()
                .orElseThrow();
        Timeline after = read(traces.resolve("resnet50_num_workers_4.A.pt.trace.json.gz"))
                .timeline()
                .orElseThrow();
        assertThat(share(before)).as("415,791 of 1,048,976 us").isCloseTo(.396378, within(1e-5));
        assertThat(share(after)).as("8,522 of 838,152 us").isCloseTo(.010168, within(1e-5));
    }

    /** Input wait over step time. */
    private static double share(Timeline timeline) {
        long steps = sum(timeline, Activity.STEP);
        assertThat(steps).isPositive();
        return (double) sum(timeline, Activity.INPUT_WAIT) / steps;
    }

    private static long sum(Timeline timeline, Activity activity) {
        long sum = 0;
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                sum += lane.activity(i) == activity ? lane.end(i) - lane.start(i) : 0;
            }
        }
        return sum;
    }

    private static void wellFormed(Timeline timeline, Path file) {
        for (Lane lane : timeline.lanes()) {
            int unsound = 0;
            for (int i = 0; i < lane.size(); i++) {
                boolean sound = lane.end(i) >= lane.start(i)
                        && (i == 0 || lane.start(i) >= lane.start(i - 1))
                        && lane.start(i) >= timeline.startNanos()
                        && lane.end(i) <= timeline.endNanos()
                        && lane.activity(i).side() == lane.side();
                unsound += sound ? 0 : 1;
            }
            assertThat(unsound).as("%s, %s", file, lane.name()).isZero();
        }
        assertThat(timeline.lanes()).as(file.toString()).isNotEmpty();
    }

    private KinetoProfile read(Path file) {
        return profiler.read(new Artifact(file, "trace"), ProfileLimits.DEFAULT);
    }

    private static Path traces() {
        return Requires.data("traces");
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
