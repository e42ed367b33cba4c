package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.RequiresGpu;
import dev.amdahl.gpu.RequiresNvrtc;
import dev.amdahl.gpu.internal.jcuda.Nvrtc;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GemmSoakTest {
    private static final Duration SHORT = Duration.ofMillis(40);

    static Stream<GemmType<?, ?>> types() {
        return GemmType.all().stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void wholeNumbersAreExactInEveryArithmetic(GemmType<?, ?> type) {
        try (FaultyBackend device = new FaultyBackend()) {
            CheckResult result = new GemmSoak(type, 67, SHORT, 3).run(device);
            assertThat(result.figures()).containsEntry("wrong_products", 0.0);
            assertThat(result.figures().get("products")).isPositive();
            assertThat(result.figures().get(GemmSoak.RATE)).isPositive();
            assertThat(result.outcome()).isNotEqualTo(CheckResult.Outcome.FAIL);
        }
    }

    /** However short the time, the second product is made. */
    private static CheckResult withBitFlipped(int product, int bit) {
        try (FaultyBackend device = new FaultyBackend() {
            @Override
            void afterProduct(int n, DeviceBuffer<?> buffer) {
                if (n == product) {
                    flip(buffer, 1235, bit);
                }
            }
        }) {
            return new GemmSoak(GemmType.FP32, 64, SHORT, 3).run(device);
        }
    }

    @Test
    void oneFlippedBitOfOneProductIsSilentCorruption() {
        CheckResult result = withBitFlipped(2, 0);
        assertThat(result.outcome()).isEqualTo(CheckResult.Outcome.FAIL);
        assertThat(result.reasons().get(0))
                .startsWith("silent corruption: 1 entries of 1 of ")
                .contains("entry 1235 of product 1 after");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 23, 30, 31})
    void aWrongFirstProductIsFoundByProof(int bit) {
        CheckResult result = withBitFlipped(1, bit);
        assertThat(result.outcome()).isEqualTo(CheckResult.Outcome.FAIL);
        assertThat(result.reasons()).containsExactly("row " + 1235 / 64 + " of the first product is wrong");
    }

    @Test
    void aDeviceThatWritesNothingIsNotTakenForARightOne() {
        try (FaultyBackend device = new FaultyBackend() {
            @Override
            void afterProduct(int n, DeviceBuffer<?> buffer) {
                if (n == 2) {
                    fill(buffer, new Pattern.Constant(0x7FC00000));
                }
            }
        }) {
            assertThat(new GemmSoak(GemmType.FP32, 16, SHORT, 3).run(device).reasons())
                    .singleElement()
                    .asString()
                    .contains("256 entries of 1 of");
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    @RequiresGpu
    void aDeviceIsExactInEveryArithmetic(GemmType<?, ?> type) {
        try (ComputeBackend device = ComputeBackends.open("jcuda")) {
            assertThat(new GemmSoak(type, 1027, SHORT, 3).run(device).figures()).containsEntry("wrong_products", 0.0);
        }
    }

    @Test
    @RequiresNvrtc
    void theComparisonCompiles() {
        assertThat(Nvrtc.compile(ProductComparison.WORDS, "sm_90")).startsWith(0x7f, 'E', 'L', 'F');
        assertThat(Nvrtc.compile(ProductComparison.DOUBLES, "sm_90")).startsWith(0x7f, 'E', 'L', 'F');
    }

    @Test
    void driftIsTheLastFifthOverTheFirstAfterTheWarmUp() {
        SoakRates rates = new SoakRates();
        for (int i = 0; i < 9; i++) {
            rates.add(100);
        }
        assertThat(rates.drift()).as("too few windows").isEmpty();
        for (int i = 9; i < 100; i++) {
            rates.add(i < 80 ? 100 : 90);
        }
        assertThat(rates.drift().orElseThrow()).isEqualTo(.9);
        assertThat(rates.median().orElseThrow()).isEqualTo(100);
        assertThat(rates.variation().orElseThrow()).isBetween(.03, .06);
    }
}
