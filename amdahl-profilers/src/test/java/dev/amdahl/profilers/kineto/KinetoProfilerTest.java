package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KinetoProfilerTest {
    @TempDir
    Path directory;

    KinetoProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void jsonOfAnotherToolIsNamedByWhatItHolds() {
        assertThatThrownBy(() -> read("{\"rocprofiler-sdk-tool\": [{\"metadata\": {}}]}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("without traceEvents, with rocprofiler-sdk-tool")
                .hasMessageContaining("export_chrome_trace");
    }

    @Test
    void aTimeFromAnotherAgeIsSaid() throws IOException {
        TraceText trace = new TraceText()
                .kernel("first", 7, "12", "4", 1)
                .kernel("second", 7, "1690000000000000", "4", 2)
                .kernel("third", 7, "1690000000000100", "4", 3);

        assertThat(read(trace.object()).findings())
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith("the times of the file lie 19,560 days apart: a row has a wrong ts"));
    }

    @Test
    void aLoaderInsideTheTrainingProcessIsNamed() throws IOException {
        TraceText trace = new TraceText()
                .row(
                        "user_annotation",
                        "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                        "9",
                        "1",
                        "10",
                        "")
                .kernel("gemm", 7, "25", "4", 1);

        assertThat(read(trace.object()).findings()).singleElement().asString().contains("num_workers=0");
    }

    @Test
    void rowsGoToTheLaneAndActivityOfTheirKind() throws IOException {
        Timeline timeline = timeline(new TraceText()
                .row("user_annotation", "ProfilerStep#3", "9", "0", "900", "")
                .row(
                        "user_annotation",
                        "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                        "9",
                        "1",
                        "10",
                        "")
                .row("cuda_runtime", "cudaLaunchKernel", "9", "20", "3", "\"correlation\":1")
                .row("cuda_runtime", "hipMemcpyAsync", "9", "30", "3", "\"correlation\":2")
                .row("cuda_runtime", "cudaDeviceSynchronize", "9", "40", "3", "")
                .row("cuda_runtime", "cudaMemcpy", "9", "45", "3", "")
                .row("cpu_op", "aten::_local_scalar_dense", "9", "50", "3", "")
                .row("cpu_op", "CheckpointFunctionBackward", "9", "55", "3", "")
                .row("user_annotation", "save_checkpoint", "9", "60", "3", "")
                .row("user_annotation", "eval", "9", "70", "3", "")
                .row("cpu_op", "autograd::engine::evaluate_function: MulBackward0", "9", "75", "3", "")
                .row("user_annotation", "futex_wait", "9", "80", "3", "")
                .row("kernel", "void ncclDevKernel_AllReduce", "7", "22", "5", "\"device\":1,\"stream\":20")
                .row("gpu_memcpy", "Memcpy HtoD", "7", "33", "5", "\"device\":1,\"stream\":7,\"correlation\":2")
                .kernel("gemm", 7, "25", "4", 1)
                .object());
        assertThat(shown(timeline, Activity.Side.HOST))
                .containsExactly(
                        "INPUT_WAIT 1000",
                        "LAUNCH 20000",
                        "LAUNCH 30000",
                        "SYNC 40000",
                        "SYNC 45000",
                        "SYNC 50000",
                        "HOST_CODE 55000",
                        "CHECKPOINT 60000",
                        "SIDE_WORK 70000",
                        "HOST_CODE 75000",
                        "OFF_CPU 80000");
        assertThat(shown(timeline, Activity.Side.PHASE)).containsExactly("STEP 0");
        assertThat(shown(timeline, Activity.Side.DEVICE))
                .containsExactly("KERNEL 25000", "COPY 33000", "COMMUNICATION 22000");
        assertThat(timeline.accelerators()).isEqualTo(2);
        assertThat(timeline.isEpochBased()).isFalse();
        assertThat(timeline.endNanos()).isEqualTo(900_000);
    }

    @ParameterizedTest
    @CsvSource({
        "nn.Module: CheckpointWrapper_0, HOST_CODE",
        "transformer.py(12): gradient_checkpointing_func, HOST_CODE",
        "megatron/core/tensor_parallel/random.py(300): checkpoint, HOST_CODE",
        "fairscale/nn/checkpoint/checkpoint_activations.py(9): forward, HOST_CODE",
        "torch/utils/checkpoint.py(500): checkpoint, HOST_CODE",
        "torch/serialization.py(380): save, CHECKPOINT",
        "torch/serialization.py(900): load, CHECKPOINT",
        "torch/distributed/checkpoint/state_dict_saver.py(40): save, CHECKPOINT",
        "train.py(20): save_checkpoint, CHECKPOINT",
        "train.py(30): load_checkpoint, CHECKPOINT"
    })
    void aCheckpointIsInputOrOutputAndNotWhatIsComputedAgain(String frame, Activity activity) {
        assertThat(Naming.activity(Category.PYTHON, frame)).isEqualTo(activity);
    }

    @Test
    void operatorsWithAStreamAndSynchronisationRowsAreNotDeviceWork() throws IOException {
        Timeline timeline = timeline(new TraceText()
                .row("cpu_op", "triton_kernel_wrapper", "9", "0", "100", "\"stream\":0,\"correlation\":4")
                .row("cuda_sync", "Context Sync", "9", "0", "100", "\"device\":0,\"stream\":7,\"correlation\":4")
                .row("gpu_user_annotation", "ProfilerStep#1", "9", "0", "100", "\"stream\":7")
                .kernel("gemm", 7, "10", "1.5", 4)
                .object());
        assertThat(TraceSummary.of(timeline, 5).device())
                .isEqualTo(new TraceSummary.Device(1, 1500L, 1500L, 0L, 1500L, 0L, 0L, 0L));
    }

    @Test
    void oneGraphLaunchKeepsAllItsKernels() throws IOException {
        TraceText trace = new TraceText().row("cuda_runtime", "cudaGraphLaunch", "9", "0", "2", "\"correlation\":77");
        for (int i = 0; i < 50; i++) {
            trace.kernel("node", 7, 10 + 2 * i + ".5", "1", 77);
        }
        Timeline timeline = timeline(trace.object());
        TraceSummary summary = TraceSummary.of(timeline, 5);
        assertThat(summary.kernels())
                .containsExactly(new TraceSummary.Kernel("node", Activity.KERNEL, 50, 50_000, 1000, 1000));
        Lane device = timeline.lanes().get(0);
        assertThat(device.correlation(49)).isEqualTo(77);
    }

    @Test
    void interpreterFramesAreMergedUnlessTheirNameMatters() throws IOException {
        TraceText trace = new TraceText().row("python_function", "main.py(1): <module>", "9", "0", "1000", "");
        for (int i = 0; i < 100; i++) {
            trace.row("python_function", "f" + i, "9", "" + i, "1", "\"Python id\":3");
        }
        trace.row("python_function", "torch/utils/data/dataloader.py(630): __next__", "9", "400", "50", "")
                .row("python_function", "late", "9", "2000", "1", "");
        assertThat(shown(timeline(trace.object()), Activity.Side.HOST))
                .containsExactly("HOST_CODE 0", "INPUT_WAIT 400000", "HOST_CODE 2000000");
    }

    @Test
    void timesAreLaidOnTheEpochByTheBaseOrByThemselves() throws IOException {
        TraceText relative = new TraceText().kernel("gemm", 7, "4203669604595.407", "1", 1);
        Timeline based = timeline(relative.object("\"baseTimeNanoseconds\":1735632360000000000"));
        assertThat(based.isEpochBased()).isTrue();
        assertThat(based.startNanos()).isEqualTo(1_735_632_360_000_000_000L + 4_203_669_604_595_407L);
        Timeline absolute = timeline(
                new TraceText().kernel("gemm", 7, "1669783687389324", "3", 1).object());
        assertThat(absolute.isEpochBased()).isTrue();
        assertThat(absolute.startNanos()).isEqualTo(1_669_783_687_389_324_000L);
    }

    @Test
    void oddRowsAreDroppedAndSaidSo() throws IOException {
        Profile profile = read(new TraceText()
                .kernel("negative", 7, "5", "-1", 1)
                .kernel("no number", 7, "\"x\"", "1", 1)
                .kernel("far", 7, "9e15", "1", 1)
                .row("new_category", "what", "9", "0", "1", "")
                .raw("null")
                .raw("{\"ph\":\"B\",\"ts\":1}")
                .object());
        assertThat(profile.timeline().orElseThrow().lanes()).isEmpty();
        assertThat(profile.findings())
                .containsExactly(
                        "no device work in the trace: no kernel, copy or fill was recorded",
                        "dropped entries that are not events: 1",
                        "dropped rows of unknown category new_category: 1",
                        "dropped rows with a negative duration: 1",
                        "dropped rows without a usable ts and dur: 2",
                        "dropped 1 row that did not end");
        assertThat(TraceSummary.of(profile.timeline().orElseThrow(), 5).device().spanNanos())
                .isNull();
    }

    @Test
    void theLastOfTwoEqualKeysCounts() throws IOException {
        String row =
                "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"a\",\"name\":\"b\",\"ts\":1,\"ts\":2,\"dur\":1,\"args\":{\"stream\":1,\"stream\":4}}";
        Lane lane = timeline(new TraceText().raw(row).object()).lanes().get(0);
        assertThat(lane.label(0)).isEqualTo("b");
        assertThat(lane.start(0)).isEqualTo(2000);
        assertThat(lane.name()).isEqualTo("device 0 stream 4");
    }

    @Test
    void aBareArrayAByteOrderMarkAndNonFiniteArgumentsAreRead() throws IOException {
        String array = "\uFEFF"
                + new TraceText()
                        .row("Kernel", "k", "\"stream 7\"", "1", "1", "\"occupancy\":Infinity")
                        .array();
        Timeline timeline = timeline(array);
        assertThat(timeline.lanes())
                .singleElement()
                .satisfies(lane -> assertThat(lane.name()).isEqualTo("device 1 stream 7"));
    }

    @Test
    void lanesAreSortedWithTheOuterIntervalFirst() throws IOException {
        Timeline timeline = timeline(new TraceText()
                .row("cpu_op", "c", "9", "5", "1", "")
                .row("cpu_op", "inner", "9", "1", "1", "")
                .row("cpu_op", "outer", "9", "1", "9", "")
                .row("cpu_op", "b", "9", "4", "1", "")
                .object());
        Lane lane = timeline.lanes().get(0);
        assertThat(List.of(lane.label(0), lane.label(1), lane.label(2), lane.label(3)))
                .containsExactly("outer", "inner", "b", "c");
    }

    @Test
    void malformedTextIsRefusedWithItsPlace() throws IOException {
        for (String bad : List.of(
                "{\"traceEvents\":[\n{\"ph\":}]}", "{}", "[]]", "3", "{\"traceEvents\":[]} {", "{\"traceEvents\":7}")) {
            Path file = TraceText.plain(directory.resolve("bad.json"), bad);
            assertThatThrownBy(() -> read(file, ProfileLimits.DEFAULT))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageMatching(
                            "(?s).*bad\\.json line \\d+ column \\d+ \\(byte \\d+\\): .*; write the trace again, whole");
        }
        byte[] bytes =
                new TraceText().kernel("k\u00e9", 1, "1", "1", 1).object().getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(directory.resolve("latin.json"), bytes);
        assertThatThrownBy(() -> read(file, ProfileLimits.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void limitsHoldForDecompressedBytesEventsAndDepth() throws IOException {
        byte[] zeros = new byte[50_000_000];
        Arrays.fill(zeros, (byte) ' ');
        Path bomb = TraceText.gzip(directory.resolve("bomb.json.gz"), zeros);
        assertThat(Files.size(bomb)).isLessThan(100_000);
        assertThatThrownBy(() -> read(bomb, new ProfileLimits(1_000_000, 10, 64)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1000000 bytes after decompression");
        String three = new TraceText()
                .kernel("a", 1, "1", "1", 1)
                .kernel("a", 1, "2", "1", 1)
                .kernel("a", 1, "3", "1", 1)
                .object();
        Path events = TraceText.plain(directory.resolve("events.json"), three);
        assertThatThrownBy(() -> read(events, new ProfileLimits(1_000_000, 2, 64)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("more than 2 events");
        String nested = "{\"traceEvents\":" + "[".repeat(100) + "]".repeat(100) + "}";
        Path deep = TraceText.plain(directory.resolve("deep.json"), nested);
        assertThatThrownBy(() -> read(deep, new ProfileLimits(1_000_000, 10, 64)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("64");
    }

    private static List<String> shown(Timeline timeline, Activity.Side side) {
        List<String> shown = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == side && i < lane.size(); i++) {
                shown.add(lane.activity(i) + " " + lane.start(i));
            }
        }
        return shown;
    }

    private Timeline timeline(String text) throws IOException {
        return read(text).timeline().orElseThrow();
    }

    private Profile read(String text) throws IOException {
        return read(TraceText.plain(directory.resolve("trace.json"), text), ProfileLimits.DEFAULT);
    }

    private static Profile read(Path file, ProfileLimits limits) {
        return new KinetoProfiler().read(new Artifact(file, "trace"), limits);
    }
}
