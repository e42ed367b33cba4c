package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SmiColumnsTest {
    private static final SmiColumns NEW = SmiColumns.knownIn(PlayedSmi.text("help-580.txt"));
    private static final SmiColumns OLD = SmiColumns.knownIn(PlayedSmi.text("help-470.txt"));

    private static List<SmiReading> read(SmiColumns columns, String resource) {
        return PlayedSmi.text(resource)
                .lines()
                .flatMap(line -> columns.read(line).stream())
                .toList();
    }

    @Test
    void eachDriverIsAskedByTheNamesItKnows() {
        assertThat(NEW.query())
                .startsWith("--query-gpu=uuid,name,driver_version,clocks.current.sm,")
                .contains("clocks_event_reasons.active", "pcie.link.gen.gpucurrent")
                .doesNotContain("throttle");
        assertThat(OLD.query())
                .contains(",clocks.sm,", "clocks_throttle_reasons.hw_thermal_slowdown", "pcie.link.gen.current")
                .doesNotContain("event", "gpucurrent");
        assertThat(SmiColumns.knownIn("sh: nvidia-smi: not found").isEmpty()).isTrue();
    }

    @Test
    void figuresWordsAndBitsAreRead() {
        assertThat(read(NEW, "rows-580.csv")).singleElement().satisfies(reading -> {
            assertThat(reading.model()).isEqualTo("NVIDIA H200");
            assertThat(reading.driver()).isEqualTo("580.65.06");
            assertThat(reading.number(SmiField.WATTS)).hasValue(650.1);
            assertThat(reading.number(SmiField.REASONS)).hasValue(0);
            assertThat(reading.isHot()).isFalse();
        });
        assertThat(read(OLD, "rows-470-hot.csv")).singleElement().satisfies(reading -> {
            assertThat(reading.number(SmiField.SM_MHZ)).hasValue(1005);
            assertThat(reading.isHot()).isTrue();
            assertThat(reading.isBraked())
                    .as("the slowdown is explained by heat")
                    .isFalse();
        });
    }

    @Test
    void whatADeviceDoesNotSupportIsMissingAndNoZero() {
        assertThat(read(NEW, "rows-unsupported.csv")).singleElement().satisfies(reading -> {
            assertThat(reading.number(SmiField.ECC_UNCORRECTED)).isEmpty();
            assertThat(reading.number(SmiField.REASONS)).isEmpty();
            assertThat(reading.isHot()).isFalse();
            assertThat(reading.isUnderLoad()).as("cannot be told").isTrue();
        });
    }

    @Test
    void linesThatAreNoRowsAreNone() {
        assertThat(read(NEW, "rows-garbage.csv")).hasSize(1);
        assertThat(read(NEW, "rows-eight.csv")).hasSize(8);
        assertThat(NEW.read("")).isEmpty();
    }
}
