package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.internal.jcuda.EmulatedCuda;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The text of the kernels of a burn-in finds sound memory and right products sound. */
class HealthTextTest {

    @Test
    void soundMemoryPassesWhole() {
        try (ComputeBackend device = EmulatedCuda.open()) {
            CheckResult result = new MemoryMarch(100_004, 1).run(device);
            assertThat(result.outcome()).isEqualTo(CheckResult.Outcome.PASS);
            assertThat(result.figures()).containsEntry("bytes", 100_004.0).containsEntry("wrong_words", 0.0);
        }
    }

    @Test
    void productsInEveryArithmeticAreRight() {
        for (GemmType<?, ?> type : GemmType.all()) {
            try (ComputeBackend device = EmulatedCuda.open()) {
                CheckResult result = new GemmSoak(type, 67, Duration.ofMillis(40), 3).run(device);
                assertThat(result.figures()).containsEntry("wrong_products", 0.0);
                assertThat(result.figures().get("products")).isPositive();
            }
        }
    }
}
