package dev.amdahl.profilers.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TelemetryProfilerTest {
    private static final Offset<Double> EXACT = within(1e-12);

    @TempDir
    Path directory;

    TelemetryProfilerTest() {
        directory = Path.of("");
    }

    @Test
    void aQueryOfSeveralDevices() throws IOException {
        Profile profile = read(TelemetryProfiler.nvidiaSmi(), TelemetryText.QUERY);
        Map<String, Double> counters = profile.counters();
        assertThat(counters.get("device_busy_fraction")).isEqualTo((.8 + 1 + 0 + .02) / 4, EXACT);
        assertThat(counters)
                .containsEntry("telemetry_devices", 2.0)
                .containsEntry("telemetry_seconds", 60.0)
                .containsEntry("gpu_temp_c", 70.0)
                .containsEntry("hbm_used_frac", .75)
                .containsEntry("throttle_frac", .25)
                .containsEntry("idle_minutes_allocated", 1.0)
                .containsEntry("device_power_watts", 650.5)
                .containsEntry("device_power_watts_max", 700.5);
        assertThat(counters.get("clock_cv")).isEqualTo(Math.sqrt(2 * 490.0 * 490) / 1490, EXACT);
        assertThat(counters).doesNotContainKeys("dram_util", "sm_util", "tensor_util");
        assertThat(profile.timeline()).isEmpty();
    }

    @Test
    void dmonWithItsViolations() throws IOException {
        Map<String, Double> counters =
                read(TelemetryProfiler.nvidiaSmi(), TelemetryText.DMON).counters();
        assertThat(counters.get("device_busy_fraction")).isEqualTo(.6, EXACT);
        assertThat(counters.get("throttle_frac")).isEqualTo(.75, EXACT);
        assertThat(counters).containsEntry("gpu_temp_c", 63.0).doesNotContainKey("hbm_used_frac");
    }

    @Test
    void sharesOfPeakAreThoseOfTheBusyTime() throws IOException {
        Map<String, Double> counters =
                read(TelemetryProfiler.dcgm(), TelemetryText.DCGM).counters();
        assertThat(counters.get("device_busy_fraction")).isEqualTo(.5, EXACT);
        assertThat(counters.get("tensor_util")).isEqualTo(.9 / 1.5, EXACT);
        assertThat(counters.get("dram_util")).isEqualTo(.1 / .5, EXACT);
        assertThat(counters.get("clock_cv")).isEqualTo(Math.sqrt(2 * 100.0 * 100) / 1100, EXACT);
    }

    @Test
    void blanksOfTheExporterAreNotMeasured() throws IOException {
        Profile profile = read(TelemetryProfiler.dcgm(), TelemetryText.EXPORTER);
        assertThat(profile.counters().get("device_busy_fraction")).isEqualTo(.5, EXACT);
        assertThat(profile.counters())
                .containsEntry("telemetry_samples", 2.0)
                .containsEntry("hbm_used_frac", .3)
                .containsEntry("throttle_frac", 1.0)
                .doesNotContainKeys("gpu_temp_c", "device_power_watts");
        assertThat(profile.findings())
                .contains("throttle_frac counts samples with a reason: the requested clock is not in the file");
    }

    @Test
    void aMonitorsLines() throws IOException {
        Map<String, Double> counters = read(TelemetryProfiler.monitor(), TelemetryText.MONITOR + "{\"time\": \"2021-")
                .counters();
        assertThat(counters)
                .containsEntry("device_busy_fraction", .75)
                .containsEntry("gpu_temp_c", 26.0)
                .containsEntry("hbm_used_frac", .25)
                .containsEntry("telemetry_seconds", 11.0);
        assertThatThrownBy(() -> read(TelemetryProfiler.monitor(), TelemetryText.MONITOR + "{\n{}\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 3");
    }

    @Test
    void aGapIsNotFilledWithGuesses() throws IOException {
        StringBuilder text = new StringBuilder("timestamp, index, utilization.gpu [%]\n");
        for (int i = 0; i < 20; i++) {
            text.append(String.format("2024/03/15 13:00:%02d, 0, 0 %%%n", i));
        }
        text.append("2024/03/15 23:00:00, 0, 100 %\n");
        Profile profile = read(TelemetryProfiler.nvidiaSmi(), text.toString());
        assertThat(profile.counters().get("device_busy_fraction")).isEqualTo(3.0 / 23, EXACT);
        assertThat(profile.findings())
                .contains("1 gap between samples, longer than three times the usual: each counts as three samples");
    }

    @Test
    void anImpossibleValueIsLeftOutAndSaid() throws IOException {
        Profile profile = read(
                TelemetryProfiler.nvidiaSmi(),
                "index, utilization.gpu [%], temperature.gpu\n0, 150, 20\n0, 50, 20\nhello, world\n");
        assertThat(profile.counters()).containsEntry("device_busy_fraction", .5);
        assertThat(profile.findings())
                .contains("left out impossible values of BUSY: 1", "left out lines that do not fit the header: 1");
    }

    @ParameterizedTest
    @CsvSource({
        "80 %, 80",
        "81559 MiB, 81559",
        "1.5 GiB, 1536",
        "-, NaN",
        "[N/A], NaN",
        "N/A, NaN",
        "[Not Supported], NaN",
        "0x4, NaN",
        "Active, NaN",
        "1e3, 1000",
        "12 bananas, NaN",
    })
    void aCellIsANumberOrABlank(String text, Double wanted) {
        assertThat(Cell.number(text)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775794, NaN", "2147483632, NaN", "140737488355328, NaN", "139, 139", "0, 0"})
    void marksOfDcgmAreBlanks(String text, Double wanted) {
        assertThat(Cell.dcgm(text)).isEqualTo(wanted);
    }

    private Profile read(TelemetryProfiler profiler, String text) throws IOException {
        Path file = Files.write(directory.resolve("samples.txt"), text.getBytes(StandardCharsets.UTF_8));
        Artifact artifact = new Artifact(file, "telemetry");
        assertThat(profiler.reads(artifact)).isTrue();
        return profiler.read(artifact, ProfileLimits.DEFAULT);
    }
}
