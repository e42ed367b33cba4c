package dev.amdahl.gpu.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.Device;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CeilingsTest {
    private static final Device DEVICE = new Device("H200", "sm_90", 132, 140L << 30, 60L << 20, Map.of());
    /** As measured on one: copies, products, a launch. */
    private static final Ceilings H200 =
            new Ceilings(DEVICE, Instant.EPOCH, 4.3e12, Map.of("fp32", 50e12, "bf16", 790e12), 3e-6);

    @Test
    void theIntensityOfAProductIsTwoThirdsOfItsRowsOverTheBytes() {
        assertThat(Work.gemm(4096, 4, 4).intensity()).isCloseTo(682.7, within(.05));
        assertThat(Work.gemm(4096, 2, 2).intensity()).isCloseTo(1365.3, within(.05));
        assertThat(Work.gemm(4096, 2, 4).intensity()).isCloseTo(1024, within(.05));
        assertThat(Work.copy(1e9).intensity()).isZero();
    }

    @Test
    void theRidgeDividesMemoryFromArithmetic() {
        assertThat(H200.ridge("bf16")).isCloseTo(183.7, within(.05));
        assertThat(H200.ridge("fp32")).isCloseTo(11.6, within(.05));
        assertThat(H200.attainable("bf16", 10)).isEqualTo(43e12);
        assertThat(H200.attainable("bf16", 1000)).isEqualTo(790e12);
        assertThat(H200.floor("fp32", new Work(50e12, 4.3e11))).isEqualTo(1);
        assertThat(H200.floor("fp32", new Work(5e12, 8.6e12))).isEqualTo(2);
    }

    @ParameterizedTest(name = "{0} FLOP, {1} bytes in {2} s are {3}-bound, gap {4}")
    @CsvSource({
        "0,     4.3e9,  1.1e-3,  MEMORY,  1.1",
        "1e9,   4.3e9,  1.6e-3,  MEMORY,  1.6",
        "1e9,   4.3e9,  2.0e-3,  MIXED,   2",
        "1e9,   4.3e9,  5.0e-3,  LATENCY, 5",
        "5e12,  4.3e9,  .11,     COMPUTE, 1.1",
        "5e12,  4.3e9,  .2,      MIXED,   2",
        "5e12,  4.3e9,  .5,      LATENCY, 5",
        "0,     4.3e7,  25e-6,   LATENCY, 2.5",
        "0,     8.6e7,  29e-6,   MEMORY,  1.45",
        "1e9,   4.3e6,  22e-6,   COMPUTE, 1.1",
        "1e9,   4.3e6,  100e-6,  LATENCY, 5"
    })
    void kernelsAreClassedByWhatTheyUse(double flops, double bytes, double seconds, Bound bound, double gap) {
        KernelPoint point = H200.place(new Work(flops, bytes), "fp32", seconds);
        assertThat(point.bound()).isEqualTo(bound);
        if (!point.isCacheResident()) {
            assertThat(point.gap()).isCloseTo(gap, within(1e-9));
        }
    }

    @Test
    void nothingIsSaidOfMemoryWhereTheCacheHoldsTheWork() {
        Work small = new Work(0, 29e6);
        assertThat(H200.isCacheResident(small)).isTrue();
        assertThat(H200.isCacheResident(new Work(0, 32e6))).isFalse();
        KernelPoint point = H200.place(small, "fp32", 7e-6);
        assertThat(point.bound()).isEqualTo(Bound.LATENCY);
        assertThat(point.gap()).isInfinite();
        assertThat(point.isCacheResident()).isTrue();
    }

    @Test
    void theGapIsWorthAsMuchAsTheKernelsShareAllows() {
        KernelPoint point = H200.place(new Work(5e12, 4.3e9), "fp32", .4);
        assertThat(point.gap()).isCloseTo(4, within(1e-9));
        assertThat(point.wholeJobGain(0)).isOne();
        assertThat(point.wholeJobGain(.4)).isCloseTo(1 / .7, within(1e-9));
        assertThat(point.wholeJobGain(1)).isCloseTo(4, within(1e-9));
        assertThatIllegalArgumentException().isThrownBy(() -> point.wholeJobGain(1.1));
    }

    @Test
    void aKernelBelowItsFloorIsNotBelieved() {
        KernelPoint point = H200.place(new Work(5e12, 4.3e9), "fp32", .05);
        assertThat(point.impossible()).hasValueSatisfying(why -> assertThat(why).contains("50 %"));
        assertThat(point.wholeJobGain(1)).isOne();
        assertThat(H200.place(new Work(5e12, 4.3e9), "fp32", .0995).impossible())
                .isEmpty();
    }

    @Test
    void whatIsNoFigureIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Work(1, 0)).withMessageContaining("0.0");
        assertThatIllegalArgumentException().isThrownBy(() -> H200.place(Work.copy(1), "fp32", Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> H200.ridge("fp8"))
                .withMessageContaining("'fp8'")
                .withMessageContaining("bf16");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Ceilings(DEVICE, Instant.EPOCH, 0, Map.of("fp32", 1.), 0));
    }

    @Test
    void ceilingsAreMeasuredOnTheProcessorToo() {
        try (ComputeBackend backend = new CpuBackend(2)) {
            Ceilings ceilings = new CeilingMeasurement(1 << 20, 64, 3, 1).run(backend, Clock.systemUTC());
            assertThat(ceilings.flopsPerSecond()).hasSize(GemmType.all().size());
            assertThat(ceilings.bytesPerSecond()).isPositive();
            assertThat(ceilings.launchSeconds()).isPositive();
        }
    }
}
