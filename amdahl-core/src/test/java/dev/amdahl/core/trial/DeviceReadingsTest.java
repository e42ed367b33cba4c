package dev.amdahl.core.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.ClockPolicy;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeviceReadingsTest {
    private static final String TWO = """
            1980, 41, 0x0000000000000000, 550.54, NVIDIA H200, GPU-b, 700.00, 93, 1980, 1980, 690.1
            345, 30, 0x0000000000000001, 550.54, NVIDIA H200, GPU-a, 700.00, 0, 1980, 1980, 70.5
            """;

    @TempDir
    Path folder;

    private DeviceReadings devices(String text, String samples) {
        return read("a.devices=" + base64(text) + "\na.samples=" + samples + "\n");
    }

    private DeviceReadings read(String record) {
        try {
            return DeviceReadings.read(
                    NodeRecord.read(Files.writeString(folder.resolve("result.properties"), record)), "a");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<Covariate, Double> covariates(DeviceReadings devices) {
        return devices.covariates(OptionalDouble.of(10));
    }

    @Test
    void whatWasSampledIsShared() {
        assertThat(covariates(devices(TWO, "8 8 10000 4 7000 83 8 2 1 0 8 2400 1")))
                .isEqualTo(Map.of(
                        Covariate.ACCELERATOR_MHZ, 1750.0,
                        Covariate.ACCELERATOR_CELSIUS, 83.0,
                        Covariate.ACCELERATOR_THROTTLED, 1 / 8.0,
                        Covariate.ACCELERATOR_POWER_CAPPED, 2 / 8.0,
                        Covariate.ACCELERATOR_JOULES, 300.0 * 2 * 10,
                        Covariate.ACCELERATORS_BUSY, 1.0,
                        Covariate.ACCELERATORS_VISIBLE, 2.0));
    }

    @Test
    void theClockOfAnAcceleratorThatWasNeverBusyIsThatOfAllLooks() {
        assertThat(covariates(devices(TWO, "8 8 10000 0 0 83 8 0 0 0 0 0 0")))
                .containsEntry(Covariate.ACCELERATOR_MHZ, 1250.0)
                .containsEntry(Covariate.ACCELERATOR_THROTTLED, 0.0)
                .containsEntry(Covariate.ACCELERATORS_BUSY, 0.0)
                .doesNotContainKey(Covariate.ACCELERATOR_JOULES);
    }

    @Test
    void whatTheDriverDoesNotSayIsAbsent() {
        assertThat(covariates(devices("[N/A], [N/A], [Not Supported], 550\n", "3 0 0 0 0 - 0 0 0 0 0 0 -")))
                .containsOnlyKeys(Covariate.ACCELERATORS_VISIBLE);
        assertThat(covariates(devices(TWO, ""))).containsOnlyKeys(Covariate.ACCELERATORS_VISIBLE);
        assertThat(covariates(devices(TWO, "3 x"))).containsOnlyKeys(Covariate.ACCELERATORS_VISIBLE);
        assertThat(devices("[N/A], [N/A], [Not Supported], [N/A]", "").texts()).isEmpty();
        assertThat(devices("[N/A], [N/A], [Not Supported], 550", "").clocks()).isEmpty();
        assertThat(read("a.devices=not base64!\n")).isEqualTo(DeviceReadings.NONE);
        assertThat(covariates(read("complete=true\n"))).isEmpty();
    }

    @Test
    void modelsAndLimitsAreRead() {
        assertThat(devices(TWO, "").texts())
                .isEqualTo(Map.of(
                        EnvironmentFact.DRIVER, "550.54; 550.54",
                        EnvironmentFact.ACCELERATOR_MODELS, "NVIDIA H200; NVIDIA H200",
                        EnvironmentFact.ACCELERATOR_IDS, "GPU-a; GPU-b",
                        EnvironmentFact.POWER_LIMIT, "700.00; 700.00"));
        assertThat(devices(TWO, "").clocks()).contains(ClockPolicy.UNLOCKED);
    }

    @Test
    void clocksAreLockedWhereEachDeviceIsHeldByASetting() {
        assertThat(devices("1500, 41, 0x0000000000000002, 550.54", "").clocks()).contains(ClockPolicy.LOCKED);
        assertThat(devices("1500, 41, 0x0, 550.54, NVIDIA A100, GPU-a, 400, 93, 1095, 1410", "")
                        .clocks())
                .contains(ClockPolicy.LOCKED);
        assertThat(devices("1500, 41, 0x2, 550.54\n1500, 41, 0x4, 550.54", "").clocks())
                .contains(ClockPolicy.UNLOCKED);
        assertThat(devices(TWO, "8 8 12000 8 12000 60 8 0 0 8 0 0 2").clocks()).contains(ClockPolicy.LOCKED);
    }

    @Test
    void thoseOfSeveralNodesAreAddedUpWhereEachTold() {
        String first = "a.nodes=2\na.devices=" + base64(TWO) + "\na.samples=8 8 10000 4 7000 83 8 2 1 0 8 2400 1\n";
        String second = "a.node.1.devices=" + base64(TWO.replace("GPU-", "GPU-2"))
                + "\na.node.1.samples=8 8 10000 4 5000 61 8 2 3 0 8 1600 2\n";

        assertThat(covariates(read(first + second)))
                .isEqualTo(Map.of(
                        Covariate.ACCELERATOR_MHZ, 1500.0,
                        Covariate.ACCELERATOR_CELSIUS, 83.0,
                        Covariate.ACCELERATOR_THROTTLED, 4 / 16.0,
                        Covariate.ACCELERATOR_POWER_CAPPED, 4 / 16.0,
                        Covariate.ACCELERATOR_JOULES, 250.0 * 4 * 10,
                        Covariate.ACCELERATORS_BUSY, 3.0,
                        Covariate.ACCELERATORS_VISIBLE, 4.0));
        assertThat(covariates(read(first)))
                .as("the second did not tell")
                .containsEntry(Covariate.ACCELERATORS_VISIBLE, 2.0);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
