package dev.amdahl.profilers.kineto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.amdahl.profilers.kineto.host.FrameWait;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CountersTest {
    @TempDir
    Path directory;

    CountersTest() {
        directory = Path.of("");
    }

    @Test
    void countersSumWhatRowsSay() throws IOException {
        KinetoProfile profile = read(Samples.rich().object(Samples.members()));
        assertThat(profile.counters())
                .contains(
                        entry("h2d_copy_bytes_p50", 4096.0),
                        entry("pinned_copies", 0.0),
                        entry("collective_bytes_p50", 4096.0),
                        entry("occupancy_pct", 25.0),
                        entry("est_sm_efficiency_pct", 100.0),
                        entry("alloc_calls_per_step", 1.0),
                        entry("hbm_used_frac", 2_097_152.0 / 42_297_786_368.0),
                        entry("trace_rank", 1.0),
                        entry("trace_world_size", 2.0))
                .doesNotContainKey("matrix_unit_kernel_frac");
        assertThat(profile.rank()).hasValue(1);
        assertThat(profile.backend()).hasValue("nccl");
        assertThat(profile.devices()).containsExactly(new TraceDevice(0, "NVIDIA A100-SXM4-40GB", 42_297_786_368L, 8));
        assertThat(profile.findings()).isEmpty();
    }

    @Test
    void whatNoRowSaysIsAbsent() throws IOException {
        KinetoProfile profile = read(new TraceText().kernel("k", 7, "1", "2", 1).object());
        assertThat(profile.counters()).containsOnlyKeys("trace_rows", "trace_events", "trace_bytes");
        assertThat(profile.rank()).isEmpty();
        assertThat(profile.hotFrames()).isEmpty();
    }

    @Test
    void impossibleFiguresAreLeftOutAndSaidSo() throws IOException {
        KinetoProfile profile = read(
                new TraceText()
                        .row("kernel", "k", "7", "1", "2", "\"est. achieved occupancy %\":1e999,\"blocks per SM\":NaN")
                        .row("kernel", "nccl", "7", "5", "2", "\"In msg nelems\":9,\"dtype\":\"Quux\"")
                        .raw(
                                "{\"ph\":\"i\",\"name\":\"[memory]\",\"ts\":1,\"args\":{\"Total Reserved\":11,\"Device Id\":0,\"Device Type\":1}}")
                        .object(
                                "\"deviceProperties\":[{\"id\":0,\"totalGlobalMem\":10}],\"distributedInfo\":{\"rank\":5,\"world_size\":2}"));
        assertThat(profile.counters())
                .containsOnlyKeys("trace_rows", "trace_events", "trace_bytes", "trace_world_size");
        assertThat(profile.findings())
                .containsExactly(
                        "dropped memory figures of devices that hold more than they have: 1",
                        "dropped sizes of collectives of unknown element type: 1");
        assertThat(profile.rank()).isEmpty();
    }

    @Test
    void timeGoesToTheInnermostFrameOfOnesOwnAndWaitsToTheFrameWithALine() throws IOException {
        KinetoProfile profile = read(new TraceText()
                .row("python_function", "train.py(1): main", "9", "0", "1000", "")
                .row("python_function", "train.py(120): step", "9", "100", "400", "")
                .row("python_function", "<built-in method item of Tensor object at 0x7f001>", "9", "200", "50", "")
                .row("python_function", "train.py(120): step", "9", "600", "100", "")
                .row("python_function", "<built-in method item of Tensor object at 0x7f002>", "9", "610", "50", "")
                .row("cpu_op", "aten::item", "9", "201", "40", "")
                .row("cuda_runtime", "cudaStreamSynchronize", "9", "205", "30", "")
                .row("cuda_runtime", "cudaStreamSynchronize", "9", "611", "40.001", "")
                .row("cuda_runtime", "cudaLaunchKernel", "9", "20", "5", "\"correlation\":1")
                .kernel("k", 7, "30", "2", 1)
                .object());
        assertThat(profile.hotFrames())
                .containsExactly(new HotFrame("train.py:1 main", 500e-6), new HotFrame("train.py:120 step", 500e-6));
        assertThat(profile.frameWaits())
                .containsExactly(
                        new FrameWait("train.py:120 step", Activity.SYNC, 2, 80_001, 80_001),
                        new FrameWait("train.py:1 main", Activity.LAUNCH, 1, 5_000, 5_000),
                        new FrameWait("<built-in method item of Tensor object>", Activity.SYNC, 0, 0, 80_001),
                        new FrameWait("train.py:1 main", Activity.SYNC, 0, 0, 80_001));
    }

    @Test
    void hotPlacesAreOnesOwnInTheThreadThatLaunches() throws IOException {
        KinetoProfile profile = read(new TraceText()
                .row("python_function", "jobs/train.py(120): step", "9", "0", "400", "")
                .row("python_function", "torch/nn/modules/module.py(1518): _call_impl", "9", "10", "300", "")
                .row("python_function", "jobs/model.py(7): forward", "9", "20", "200", "")
                .row("python_function", "torch/nn/functional.py(9): linear", "9", "30", "180", "")
                .row("cuda_runtime", "cudaLaunchKernel", "9", "40", "5", "\"correlation\":1")
                .row("python_function", "threading.py(359): wait", "8", "0", "5000", "")
                .kernel("k", 7, "50", "2", 1)
                .object());

        assertThat(profile.hotFrames())
                .containsExactly(
                        new HotFrame("jobs/model.py:7 forward", 200e-6),
                        new HotFrame("jobs/train.py:120 step", 200e-6));
    }

    @Test
    void framesOutOfOrderAndRecursionCountOnce() throws IOException {
        KinetoProfile profile = read(new TraceText()
                .row("python_function", "a.py(3): f", "9", "10", "20", "")
                .row("cuda_runtime", "cudaDeviceSynchronize", "9", "12", "5", "")
                .row("python_function", "a.py(3): f", "9", "0", "100", "")
                .row("python_function", "other.py(1): g", "8", "0", "7", "")
                .object());
        assertThat(profile.hotFrames())
                .containsExactly(new HotFrame("a.py:3 f", 100e-6), new HotFrame("other.py:1 g", 7e-6));
        assertThat(profile.frameWaits()).containsExactly(new FrameWait("a.py:3 f", Activity.SYNC, 1, 5_000, 5_000));
    }

    private KinetoProfile read(String text) throws IOException {
        return new KinetoProfiler()
                .read(
                        new Artifact(TraceText.plain(directory.resolve("trace.json"), text), "trace"),
                        ProfileLimits.DEFAULT);
    }
}
