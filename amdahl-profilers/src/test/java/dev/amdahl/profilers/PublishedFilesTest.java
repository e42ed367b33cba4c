package dev.amdahl.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.profilers.internal.joblog.JobLogProfiler;
import dev.amdahl.profilers.internal.proton.ProtonProfiler;
import dev.amdahl.profilers.internal.rocprof.RocprofProfiler;
import dev.amdahl.profilers.internal.torch.TorchMemoryProfiler;
import dev.amdahl.profilers.internal.xplane.XplaneProfiler;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.profilers.kineto.ServingSteps;
import dev.amdahl.profilers.torch.MemorySnapshot;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that real tools wrote, each against what a few lines of Python count in it. */
final class PublishedFilesTest {
    @TempDir
    Path directory;

    PublishedFilesTest() {
        directory = Path.of("");
    }

    @ParameterizedTest
    @CsvSource({
        "AMD-AGI/TraceLens@171dd747/tests/rocprof/908_results.json.gz, 43915, 15122023494, 4233112334",
        "ROCm/rocprofiler-sdk@8ab1ed78/source/docs/data/kernel_trace.csv, 7, 301795, 299425",
        "ROCm/rocprofiler-sdk@8ab1ed78/source/docs/data/memory_copy_trace.csv, 2, 3639722, 1145680",
        "ROCm/rocm-systems@1b1610fc/projects/rocprofiler-sdk/source/docs/data/kernel_trace.csv, 9, 144400, 96160",
        "ROCm/rocm-systems@1b1610fc/projects/rocprofiler-sdk/source/docs/data/memory_copy_trace.csv, 4, 161713274, 329162"
    })
    void rocprof(String file, int records, long span, long busy) {
        Timeline timeline =
                read(new RocprofProfiler(), Recorded.published(file)).timeline().orElseThrow();
        assertThat(timeline.lanes().stream().mapToInt(Lane::size).sum()).isEqualTo(records);
        assertThat(timeline.endNanos() - timeline.startNanos()).isEqualTo(span);
        assertThat(busy(timeline)).isEqualTo(busy);
    }

    @ParameterizedTest
    @CsvSource({
        "Wedsonlin/assignment2-systems@87b08641/results/medium_1024_training_memory_snapshot.pickle, 22331, 24207167496, 77740, 6870548484, 25178406912",
        "Wedsonlin/assignment2-systems@87b08641/results/medium_128_inference_memory_snapshot.pickle, 3840, 1736962048, 6972, 1701310464, 1763704832",
        "kkaitlyn111/cs336-a2-systems@c1272e18/memory_files/memory_ctx128_forward.pickle, 4657, 19352504320, 295399, 19352504320, 19667091456",
        "kkaitlyn111/cs336-a2-systems@c1272e18/memory_files/memory_ctx512_fullstep_.pickle, 19936, 54868051972, 516895, 54663241732, 62830673920"
    })
    void memorySnapshots(String file, int events, long peak, long micros, long end, long reserved) {
        Artifact artifact = new Artifact(Recorded.published(file), "trace");
        assertThat(new TorchMemoryProfiler().reads(artifact)).isTrue();
        MemorySnapshot.Device device =
                MemorySnapshot.read(artifact, ProfileLimits.DEFAULT).devices().get(0);
        assertThat(device.events()).isEqualTo(events);
        assertThat(device.allocatedPeak()).isEqualTo(peak);
        assertThat(device.peakNanos()).isEqualTo(micros * 1000);
        assertThat(device.allocatedEnd()).isEqualTo(end);
        assertThat(device.reservedEnd()).isEqualTo(reserved);
        assertThat(device.alive().stream()
                        .mapToLong(MemorySnapshot.Alive::bytes)
                        .sum())
                .isLessThanOrEqualTo(peak);
    }

    @ParameterizedTest
    @CsvSource({
        "dsv2_lite_fp8_mi355x_20260511T024914Z_baseline, 20, 32.0611, 239.5, 27.9415846246441",
        "real_e2e_escape_demo_r2_c2_9c0364ad, 12, .5193, 561.1, 60.46863189720332"
    })
    void logsOfMegatron(String run, double steps, double seconds, double tflops, double samples) {
        Profile profile = read(
                new JobLogProfiler(),
                Recorded.published("AMD-AGI/Primus@ec4cd772/pilot/pilot/state/runs/" + run + "/train.log"));
        assertThat(profile.counters())
                .containsEntry("log_steps", steps)
                .containsEntry("step_seconds_p50", seconds)
                .containsEntry("log_tflops_per_accelerator", tflops)
                .containsEntry("log_samples_per_second", samples);
    }

    /** The second of the two logs that are quoted in a page: 32 samples in 21133.8 and in 10154.3 ms. */
    @Test
    void logOfDeepSpeed() throws IOException {
        List<String> page = Files.readAllLines(
                Recorded.published("argonne-lcf/Megatron-DeepSpeed@bf50938e/ALCF/notes/deprecated.md"));
        Path log = Files.write(directory.resolve("train.log"), page.subList(824, 838));
        assertThat(read(new JobLogProfiler(), log).counters())
                .containsEntry("log_steps", 2.0)
                .containsEntry("step_seconds_p50", 10.1543)
                .containsEntry("log_samples_per_second", 32 / 21.1338)
                .containsEntry("log_tokens_per_second", 32 * 4096 / 21.1338);
    }

    @ParameterizedTest
    @CsvSource({
        "sglang_decode/sglang_Qwen3-8B_decode, decode, 32, 32, 473749943",
        "sglang_prefilldecode/sglang_Qwen3-8B_prefilldecode, prefill, 15, 15360, 987288887",
        "vllm_decode_full/graph_execution, decode, 32, 32, 10743181"
    })
    void stepsOfServers(String file, String kind, long requests, long tokens, long nanos) {
        Path path = Recorded.published("AMD-AGI/TraceLens@171dd747/tests/traces/inference/" + file + ".json.gz");
        ServingSteps steps = ServingSteps.of(
                        read(new KinetoProfiler(), path).timeline().orElseThrow())
                .get(0);
        assertThat(steps.kind()).isEqualTo(kind);
        assertThat(steps.requestsP50()).isEqualTo(requests);
        assertThat(steps.tokens()).isEqualTo(tokens);
        assertThat(steps.nanos()).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "171dd747/tests/test_data_jax_te_fused_attn_categorization/934987a2fc2f, 150, 1779266712606338581, 12133127",
        "171dd747/tests/traces/mi300/jax_conv_minimal_08/tw003, 235, 1771595639216336256, 12291527",
        "171dd747/tests/traces/mi300/jax_conv_minimal_legacy/chi-mi300x-013.ord.vultr.cpe.ice.amd.com, 78, 1757516929743202386, 4475521",
        "042a7522/tests/traces/mi300/jax08_attention/tw003, 105, 1771595660706951671, 3845562",
        "042a7522/tests/traces/mi300/jax08_elementwise/tw003, 75, 1771595667256854615, 3880724",
        "042a7522/tests/traces/mi300/jax08_gemm/tw003, 54, 1771595650219044110, 3475484"
    })
    void profilesOfJax(String file, int pieces, long first, long busy) {
        Timeline timeline = read(new XplaneProfiler(), Recorded.published("AMD-AGI/TraceLens@" + file + ".xplane.pb"))
                .timeline()
                .orElseThrow();
        List<Lane> devices = timeline.lanes().stream()
                .filter(lane -> lane.side() == Activity.Side.DEVICE)
                .toList();
        assertThat(devices.stream().mapToInt(Lane::size).sum()).isEqualTo(pieces);
        assertThat(devices.stream().mapToLong(lane -> lane.start(0)).min()).hasValue(first);
        assertThat(busy(timeline)).isEqualTo(busy);
    }

    @Test
    void profileOfProton() {
        Profile profile =
                read(new ProtonProfiler(), Recorded.published("pytorch-labs/tritonbench@65dc6d34/proton.hatchet"));
        assertThat(profile.counters()).containsEntry("compute_kernels", 18.0);
        assertThat(profile.hotFrames()).hasSize(6);
        double seconds =
                profile.hotFrames().stream().mapToDouble(HotFrame::seconds).sum();
        assertThat(seconds).isEqualTo(91711e-9, within(1e-15));
    }

    private static Profile read(Profiler profiler, Path file) {
        Artifact artifact = new Artifact(file, "trace");
        assertThat(profiler.reads(artifact)).isTrue();
        return profiler.read(artifact, ProfileLimits.DEFAULT);
    }

    /** Nanoseconds in which any device works. */
    private static long busy(Timeline timeline) {
        List<long[]> work = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size() && lane.side() == Activity.Side.DEVICE; i++) {
                work.add(new long[] {lane.start(i), lane.end(i)});
            }
        }
        work.sort(Comparator.comparingLong(piece -> piece[0]));
        long busy = 0;
        long end = Long.MIN_VALUE;
        for (long[] piece : work) {
            busy += Math.max(0, piece[1] - Math.max(end, piece[0]));
            end = Math.max(end, piece[1]);
        }
        return busy;
    }
}
