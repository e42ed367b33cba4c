package dev.amdahl.core.internal.timeline.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.timeline.roofline.Roofline.Density;
import dev.amdahl.spi.hypothesis.Bottleneck;
import org.junit.jupiter.api.Test;

final class RooflineTest {
    /** 67 TFLOP/s and 4.8 TB/s: fp32 outside of the matrix units and memory, as the data sheet of an H200 declares them. */
    private static final Roofline H200 = new Roofline("h200 fp32", 67e12, 4.8e12, Density.DENSE);

    @Test
    void aProductOfSquareMatricesHasASixthOfItsSizeAsIntensity() {
        assertThat(Workload.gemm(4096, 4096, 4096, 4).intensity()).isCloseTo(682.6666666666666, within(1e-9));
        assertThat(Workload.gemm(4096, 1, 4096, 4).intensity()).isCloseTo(.4998, within(1e-3));
    }

    @Test
    void theRidgeParts() {
        assertThat(H200.ridge()).isCloseTo(13.958333, within(1e-6));
        assertThat(H200.bound(Workload.gemm(4096, 4096, 4096, 4))).isEqualTo(Bottleneck.COMPUTE_BOUND);
        assertThat(H200.bound(Workload.gemm(4096, 1, 4096, 4))).isEqualTo(Bottleneck.MEMORY_BOUND);
        assertThat(H200.bound(new Workload(67e12, 4.8e12))).isEqualTo(Bottleneck.COMPUTE_BOUND);
    }

    @Test
    void belowTheRidgeMemorySetsTheRateAndAboveItArithmetic() {
        assertThat(H200.attainable(1)).isEqualTo(4.8e12);
        assertThat(H200.attainable(1_000)).isEqualTo(67e12);
        assertThat(H200.leastSeconds(new Workload(1, 4.8e12))).isEqualTo(1);
    }

    @Test
    void aPointSaysWhatItReachedOfItsLimit() {
        RooflinePoint point = H200.point(new Workload(1e12, 2.4e12), 1);

        assertThat(point.share()).isEqualTo(.5);
        assertThat(point.bound()).isEqualTo(Bottleneck.MEMORY_BOUND);
        assertThat(point.impossible()).isEmpty();
    }

    @Test
    void moreThanTheDeclaredPeakIsImpossible() {
        Roofline sparse = new Roofline("h200 fp16", 1979e12, 4.8e12, Density.SPARSE);
        Workload work = new Workload(1500e12, 1e9);

        assertThat(sparse.point(work, 1).impossible()).isEmpty();
        assertThat(sparse.dense().flopsPerSecond()).isEqualTo(989.5e12);
        assertThat(sparse.dense().point(work, 1).impossible())
                .hasValueSatisfying(why -> assertThat(why).contains("151.6 %", "sparse"));
        assertThat(new PeakClaim("mfu", 1.02, 1).isPossible()).isTrue();
        assertThat(new PeakClaim("mfu", 1.03, 1).isPossible()).isFalse();
        assertThat(new PeakClaim("mfu", Double.NaN, 1).isPossible()).isFalse();
    }

    @Test
    void whatIsNoWorkOrNoPeakIsRefused() {
        assertThatThrownBy(() -> new Workload(1, 0)).hasMessageContaining("bytes > 0");
        assertThatThrownBy(() -> new Roofline("x", 0, 1, Density.DENSE)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> H200.point(new Workload(1, 1), 0)).hasMessageContaining("more than 0 s");
    }
}
