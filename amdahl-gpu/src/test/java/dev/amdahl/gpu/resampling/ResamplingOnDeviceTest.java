package dev.amdahl.gpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.RequiresGpu;
import dev.amdahl.gpu.RequiresNvrtc;
import dev.amdahl.gpu.internal.jcuda.Nvrtc;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels themselves: that each compiles, and on a device that it does what its twin does. */
class ResamplingOnDeviceTest {

    static Stream<KernelSource> kernels() {
        return Stream.of(
                TransformTwins.NARROW,
                TransformTwins.WIDE,
                HadamardTwins.FACTOR,
                HadamardTwins.SCATTER,
                HadamardTwins.COUNT,
                IndependentSignFlips.SOURCE,
                ProductTwins.DRAW_COUNTS,
                ProductTwins.DRAW_SIGNS,
                ProductTwins.JOIN_LIMBS,
                ProductTwins.COUNT_MAXIMA);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    @RequiresNvrtc
    void eachKernelCompiles(KernelSource source) {
        assertThat(Nvrtc.compile(source, "sm_90")).startsWith(0x7f, 'E', 'L', 'F');
    }

    private static int[][] levels(int metrics, int pairs) {
        SplittableRandom random = new SplittableRandom(pairs);
        int[][] levels = new int[metrics][pairs];
        for (int[] row : levels) {
            Arrays.setAll(row, i -> random.nextInt(-1 << 20, (1 << 20) + 1));
        }
        return levels;
    }

    @Test
    @RequiresGpu
    void independentFlipsAndProductsEqualThoseOfTheProcessor() {
        try (ComputeBackend device = ComputeBackends.open("jcuda");
                ComputeBackend processor = ComputeBackends.open("cpu");
                IndependentSignFlips flips = new IndependentSignFlips(device);
                IndependentSignFlips plain = new IndependentSignFlips(processor);
                ProductResampling products = new ProductResampling(device);
                ProductResampling reference = new ProductResampling(processor)) {
            for (int pairs : new int[] {1, 127, 128, 129, 1024, 3001}) {
                int[][] levels = levels(19, pairs);
                double[] factors = new double[19];
                Arrays.setAll(factors, q -> 1.0 / (q + 1));
                assertThat(flips.counts(levels, 1001, 3, 1)).isEqualTo(plain.counts(levels, 1001, 3, 1));
                assertThat(products.bootstrapSums(levels, 65, 3)).isDeepEqualTo(reference.bootstrapSums(levels, 65, 3));
                assertThat(products.maximumCounts(levels, factors, 301, 3))
                        .isEqualTo(reference.maximumCounts(levels, factors, 301, 3));
            }
        }
    }
}
