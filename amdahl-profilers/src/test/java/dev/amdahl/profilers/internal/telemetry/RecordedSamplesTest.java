package dev.amdahl.profilers.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.profilers.Recorded;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Samples that real tools wrote, against figures computed from them by other means. */
final class RecordedSamplesTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    @Test
    void aQueryWithUnitsInItsHeader() {
        assertThat(read(TelemetryProfiler.nvidiaSmi(), "nvidia-smi_query-gpu-1xH100.csv"))
                .containsEntry("device_busy_fraction", .01)
                .containsEntry("gpu_temp_c", 26.0)
                .containsEntry("hbm_used_frac", 3 / 81559.0)
                .containsEntry("device_power_watts", 70.89);
        assertThat(read(TelemetryProfiler.nvidiaSmi(), "nvidia-smi_query-gpu-1xT4-NA.csv"))
                .containsEntry("device_busy_fraction", .02)
                .containsEntry("hbm_used_frac", 100 / 15360.0)
                .doesNotContainKeys("device_power_watts", "clock_cv", "throttle_frac");
    }

    @Test
    void columnsOfDcgm() {
        Map<String, Double> counters = read(TelemetryProfiler.dcgm(), "dcgmi_dmon.txt");
        assertThat(counters).containsEntry("telemetry_samples", 15.0);
        assertThat(counters.get("device_busy_fraction")).isEqualTo(11.91 / 15, CLOSE);
        assertThat(counters.get("tensor_util")).isEqualTo(10.509 / 11.91, CLOSE);
        assertThat(counters.get("dram_util")).isEqualTo(3.603 / 11.91, CLOSE);
    }

    @Test
    void pagesOfTheExporter() {
        assertThat(read(TelemetryProfiler.dcgm(), "dcgm_exporter_readme_excerpt.prom"))
                .containsOnly(Map.entry("telemetry_samples", 1.0), Map.entry("telemetry_devices", 1.0));
        assertThat(read(TelemetryProfiler.dcgm(), "dcgm_exporter_datadog_fixture.prom"))
                .containsEntry("gpu_temp_c", 25.0)
                .containsEntry("device_power_watts", 8.969);
    }

    @Test
    void aMonitorOfEightDevices() {
        Map<String, Double> counters = read(TelemetryProfiler.monitor(), "superbench_monitor.jsonl");
        assertThat(counters).containsEntry("telemetry_devices", 8.0).containsEntry("telemetry_samples", 40.0);
        assertThat(counters.get("device_busy_fraction")).isEqualTo(.32575, CLOSE);
        assertThat(counters).containsEntry("gpu_temp_c", 50.0);
        assertThat(counters.get("hbm_used_frac")).isEqualTo(.015670226569517914, CLOSE);
    }

    private static Map<String, Double> read(TelemetryProfiler profiler, String name) {
        Artifact artifact = new Artifact(Recorded.file("gpu-telemetry/" + name), "telemetry");
        assertThat(profiler.reads(artifact)).isTrue();
        return profiler.read(artifact, ProfileLimits.DEFAULT).counters();
    }
}
