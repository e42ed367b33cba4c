package dev.amdahl.core.schedulers.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.Covariate;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DeviceReadingsTest {
    private static Map<Covariate, Double> read(String text) {
        return DeviceReadings.read(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theWorstDeviceStandsForAll() {
        assertThat(read("1980, 41, 0x0000000000000001, 550.54\n1200, 83, 0x0000000000000020, 550.54\n"))
                .isEqualTo(Map.of(
                        Covariate.ACCELERATOR_MHZ, 1200.0,
                        Covariate.ACCELERATOR_CELSIUS, 83.0,
                        Covariate.ACCELERATOR_THROTTLED, 1.0));
    }

    @Test
    void idleIsNotThrottling() {
        assertThat(read("345, 30, 0x0000000000000001, 550")).containsEntry(Covariate.ACCELERATOR_THROTTLED, 0.0);
    }

    @Test
    void whatTheDriverDoesNotSayIsAbsent() {
        assertThat(read("[N/A], [N/A], [Not Supported], 550\nNo devices were found\n"))
                .isEmpty();
        assertThat(DeviceReadings.read("not base64!")).isEmpty();
    }
}
