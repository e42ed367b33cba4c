package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A played driver that goes on telling of what lies in a file. */
class ConditionsWatchTest {
    private static final String GO_ON = "while :; do sleep .05; cat rows; done";

    @TempDir
    private Path folder;

    private DeviceConditions heard(ConditionsWatch watch) {
        return watch.begin().get();
    }

    @Test
    void whatTheDriverSaysMeanwhileIsHeardAndWhatItSaidBeforeIsForgotten() throws IOException {
        Smi smi = PlayedSmi.of(folder, "help-580.txt", "rows-580.csv", GO_ON);
        try (ConditionsWatch watch = ConditionsWatch.start(Optional.of(smi))) {
            DeviceConditions calm = heard(watch);
            assertThat(calm.smMhz()).hasValue(1980);
            assertThat(calm.celsius()).hasValue(61);
            assertThat(calm.watts()).hasValue(650.1);
            assertThat(calm.isHot() || calm.isBraked()).isFalse();

            String row = PlayedSmi.text("rows-580.csv").strip();
            Path next = Files.writeString(
                    folder.resolve("next"),
                    row.replace("1980, 1980, 61", "1200, 1980, 90").replace("0x0000000000000000", "0x0000000000000088")
                            + "\n");
            Files.move(next, folder.resolve("rows"), StandardCopyOption.REPLACE_EXISTING);
            DeviceConditions braked = heard(watch);
            while (!braked.isBraked()) {
                braked = heard(watch);
            }
            braked = heard(watch);
            assertThat(braked.smMhz()).hasValue(1200);
            assertThat(braked.isHot()).isFalse();
        }
    }

    @Test
    void aDriverThatEndsGarblesOrIsNotThereIsUnknownAndKeepsNobodyWaiting() {
        for (String then : new String[] {"exit 3", "exit 0"}) {
            Smi smi = PlayedSmi.of(folder, "help-580.txt", "rows-garbage.csv", then);
            try (ConditionsWatch watch = ConditionsWatch.start(Optional.of(smi))) {
                DeviceConditions last = heard(watch);
                for (int i = 0; i < 50 && !last.equals(DeviceConditions.UNKNOWN); i++) {
                    last = heard(watch);
                }
                assertThat(last).isEqualTo(DeviceConditions.UNKNOWN);
            }
        }
        try (ConditionsWatch watch = ConditionsWatch.start(Optional.empty())) {
            assertThat(heard(watch)).isEqualTo(DeviceConditions.UNKNOWN);
        }
        try (ConditionsWatch watch = ConditionsWatch.start(Optional.of(Smi.of("/no/such/nvidia-smi")))) {
            assertThat(heard(watch)).isEqualTo(DeviceConditions.UNKNOWN);
        }
    }

    @Test
    void theDriverIsAskedForTheDeviceThatThisProcessSees() {
        assertThat(ConditionsWatch.identity("", 1)).isEqualTo("1");
        assertThat(ConditionsWatch.identity("6, 2", 1)).isEqualTo("2");
        assertThat(ConditionsWatch.identity("GPU-5e1b0a2c", 0)).isEqualTo("GPU-5e1b0a2c");
        assertThat(ConditionsWatch.identity("3", 1)).isEqualTo("1");
    }
}
