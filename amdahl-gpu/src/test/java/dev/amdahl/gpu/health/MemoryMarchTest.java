package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryMarchTest {
    private static final MemoryMarch MARCH = new MemoryMarch(100_004, 1);

    @Test
    void soundMemoryPassesWhole() {
        try (FaultyBackend device = new FaultyBackend()) {
            CheckResult result = MARCH.run(device);
            assertThat(result.outcome()).isEqualTo(CheckResult.Outcome.PASS);
            assertThat(result.figures()).containsEntry("bytes", 100_004.0).containsEntry("wrong_words", 0.0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void oneFlippedBitIsFoundUnderEachPattern(int pattern) {
        try (FaultyBackend device = new FaultyBackend() {
            @Override
            void afterFill(int n, DeviceBuffer<?> buffer) {
                if (n == pattern) {
                    flip(buffer, 25_000, 31);
                }
            }
        }) {
            CheckResult result = MARCH.run(device);
            assertThat(result.outcome()).isEqualTo(CheckResult.Outcome.FAIL);
            assertThat(result.reasons().get(0)).contains("1 words", "word 25000 of piece 0, pattern " + (pattern - 1));
        }
    }

    @Test
    void whereLessIsFreeThatIsExaminedAndNoRoomIsNoFaultOfTheDevice() {
        try (FaultyBackend device = FaultyBackend.withRoom(300_000)) {
            CheckResult result = new MemoryMarch(1 << 20, 1).run(device);
            assertThat(result.outcome()).isEqualTo(CheckResult.Outcome.PASS);
            assertThat(result.figures().get("bytes")).isBetween(200_000.0, 300_000.0);
        }
        try (FaultyBackend device = FaultyBackend.withRoom(4)) {
            assertThatExceptionOfType(DeviceException.class).isThrownBy(() -> MARCH.run(device));
        }
    }
}
