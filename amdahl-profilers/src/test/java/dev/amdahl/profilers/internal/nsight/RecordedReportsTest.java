package dev.amdahl.profilers.internal.nsight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.profilers.Recorded;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reports that Nsight Compute wrote, against figures read from them by other means. */
final class RecordedReportsTest {

    @Test
    void theTableOfARealRun() {
        Artifact artifact = new Artifact(Recorded.file("ncu/cublaslt_ncu_b200.log"), "log");
        assertThat(new NcuProfiler().reads(artifact)).isTrue();
        NcuKernel kernel =
                NcuReport.read(artifact, ProfileLimits.DEFAULT).kernels().get(0);
        assertThat(kernel.metrics())
                .containsEntry("Duration", new Quantity(406_240, "ns"))
                .containsEntry("SM Frequency", new Quantity(1_239_496_049.13, "hz"))
                .containsEntry("Dynamic Shared Memory Per Block", new Quantity(205_696, "byte/block"))
                .containsEntry("Grid Size", new Quantity(288, ""))
                .doesNotContainKey("Cluster Scheduling Policy")
                .hasSize(47);
        assertThat(kernel.roofline()).contains(RooflineClass.LATENCY_BOUND);
        assertThat(kernel.rules())
                .extracting(NcuRule::name)
                .containsExactlyInAnyOrder(
                        "SOLBottleneck", "LaunchConfiguration", "TheoreticalOccupancy", "WorkloadImbalance");
        assertThat(kernel.rules())
                .filteredOn(NcuRule::isGlobal)
                .extracting(NcuRule::speedupPercent)
                .containsExactlyInAnyOrder(50.0, 14.55);
        Profile profile = new NcuProfiler().read(artifact, ProfileLimits.DEFAULT);
        assertThat(profile.counters())
                .containsEntry("latency_bound_kernel_frac", 1.0)
                .containsEntry("occupancy_pct", 15.53);
        assertThat(profile.counters().get("sm_util")).isEqualTo(.2359, within(1e-12));
        assertThat(profile.counters().get("dram_util")).isEqualTo(.0074, within(1e-12));
        assertThat(profile.findings()).anyMatch(finding -> finding.contains("LaunchConfiguration estimates 50.0 %"));
    }

    @Test
    void kernelsKeptAsJson() throws IOException {
        Map<String, RooflineClass> classes = new TreeMap<>();
        Map<String, Double> occupancy = new TreeMap<>();
        for (Path file : files()) {
            Artifact artifact = new Artifact(file, "trace");
            assertThat(new NcuProfiler().reads(artifact)).isTrue();
            NcuKernel kernel =
                    NcuReport.read(artifact, ProfileLimits.DEFAULT).kernels().get(0);
            classes.put(kernel.name(), kernel.roofline().orElseThrow());
            occupancy.put(
                    kernel.name(),
                    new NcuProfiler()
                            .read(artifact, ProfileLimits.DEFAULT)
                            .counters()
                            .getOrDefault("occupancy_pct", -1.0));
        }
        assertThat(classes)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "layernorm_fused_vectorized", RooflineClass.MEMORY_BOUND,
                        "unrolled_threadmapped_fused_conv_relu_maxpool", RooflineClass.LATENCY_BOUND,
                        "linear_relu_shfl_strideloop", RooflineClass.LATENCY_BOUND,
                        "adaptive_block_linear_backward", RooflineClass.LATENCY_BOUND));
        assertThat(occupancy.get("layernorm_fused_vectorized")).isEqualTo(86.504, within(1e-9));
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Recorded.file("ncu"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }
}
