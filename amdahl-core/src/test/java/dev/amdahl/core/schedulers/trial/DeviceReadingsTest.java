package dev.amdahl.core.schedulers.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.Circumstance;
import dev.amdahl.spi.experiment.ClockPolicy;
import dev.amdahl.spi.experiment.Covariate;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DeviceReadingsTest {
    private static Map<Covariate, Double> read(String text) {
        return devices(text).covariates();
    }

    private static DeviceReadings devices(String text) {
        return DeviceReadings.read(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theWorstDeviceStandsForAll() {
        assertThat(read("1980, 41, 0x0000000000000001, 550.54\n1200, 83, 0x0000000000000020, 550.54\n"))
                .isEqualTo(Map.of(
                        Covariate.ACCELERATOR_MHZ, 1200.0,
                        Covariate.ACCELERATOR_CELSIUS, 83.0,
                        Covariate.ACCELERATOR_THROTTLED, 1.0,
                        Covariate.ACCELERATORS_VISIBLE, 2.0));
    }

    @Test
    void idleIsNotThrottling() {
        assertThat(read("345, 30, 0x0000000000000001, 550")).containsEntry(Covariate.ACCELERATOR_THROTTLED, 0.0);
    }

    @Test
    void whatTheDriverDoesNotSayIsAbsent() {
        assertThat(read("[N/A], [N/A], [Not Supported], 550\nNo devices were found\n"))
                .containsOnlyKeys(Covariate.ACCELERATORS_VISIBLE);
        assertThat(devices("[N/A], [N/A], [Not Supported], [N/A]").texts()).isEmpty();
        assertThat(devices("[N/A], [N/A], [Not Supported], 550").clocks()).isEmpty();
        assertThat(DeviceReadings.read("not base64!")).isEqualTo(DeviceReadings.NONE);
    }

    @Test
    void modelsLimitsAndBusyDevicesAreRead() {
        DeviceReadings two = devices("""
                1980, 41, 0x0000000000000000, 550.54, NVIDIA H200, GPU-b, 700.00, 93, 1980, 1980
                345, 30, 0x0000000000000001, 550.54, NVIDIA H200, GPU-a, 700.00, 0, 1980, 1980
                """);

        assertThat(two.texts())
                .isEqualTo(Map.of(
                        Circumstance.DRIVER, "550.54; 550.54",
                        Circumstance.ACCELERATOR_MODELS, "NVIDIA H200; NVIDIA H200",
                        Circumstance.ACCELERATOR_IDS, "GPU-a; GPU-b",
                        Circumstance.POWER_LIMIT, "700.00; 700.00"));
        assertThat(two.covariates())
                .containsEntry(Covariate.ACCELERATORS_VISIBLE, 2.0)
                .containsEntry(Covariate.ACCELERATORS_BUSY, 1.0);
        assertThat(two.clocks()).contains(ClockPolicy.UNLOCKED);
    }

    @Test
    void clocksAreLockedWhereEachDeviceIsHeldByASetting() {
        assertThat(devices("1500, 41, 0x0000000000000002, 550.54").clocks()).contains(ClockPolicy.LOCKED);
        assertThat(devices("1500, 41, 0x0, 550.54, NVIDIA A100, GPU-a, 400, 93, 1095, 1410")
                        .clocks())
                .contains(ClockPolicy.LOCKED);
        assertThat(devices("1500, 41, 0x2, 550.54\n1500, 41, 0x4, 550.54").clocks())
                .contains(ClockPolicy.UNLOCKED);
    }
}
