package dev.amdahl.gpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import dev.amdahl.spi.experiment.Philox;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductResamplingTest {
    private final ComputeBackend backend = new CpuBackend(2);
    private final ProductResampling products = new ProductResampling(backend);

    @AfterEach
    void close() {
        products.close();
        backend.close();
    }

    private static int[][] levels(int metrics, int pairs) {
        SplittableRandom random = new SplittableRandom(pairs);
        int[][] levels = new int[metrics][pairs];
        for (int[] row : levels) {
            Arrays.setAll(row, i -> random.nextInt(-1 << 20, (1 << 20) + 1));
        }
        return levels;
    }

    @ParameterizedTest
    @CsvSource({"1,1,3", "2,127,20", "3,128,21", "5,130,17", "1,3001,5"})
    void bootstrapSumsAreThoseOfDrawnPairs(int metrics, int pairs, int resamples) {
        int[][] levels = levels(metrics, pairs);
        long[][] expected = new long[resamples][metrics];
        for (int b = 0; b < resamples; b++) {
            for (int i = 0; i < pairs; i++) {
                long word = Integer.toUnsignedLong(Philox.words(7, b, i / 4, 1, 0)[i % 4]);
                int drawn = (int) ((word * pairs) >>> 32);
                for (int q = 0; q < metrics; q++) {
                    expected[b][q] += levels[q][drawn];
                }
            }
        }
        assertThat(products.bootstrapSums(levels, resamples, 7)).isDeepEqualTo(expected);
    }

    @Test
    void largestLevelsOfTheMostPairsAreExact() {
        int[][] levels = {new int[ProductResampling.MAX_PAIRS], new int[ProductResampling.MAX_PAIRS]};
        Arrays.fill(levels[0], 1 << 20);
        Arrays.fill(levels[1], 1 - (1 << 20));
        for (long[] sums : products.bootstrapSums(levels, 3, 7)) {
            assertThat(sums).containsExactly(1L << 34, (long) ProductResampling.MAX_PAIRS * (1 - (1 << 20)));
        }
    }

    @Test
    void ofOneMetricTheMaximumIsItsOwnFlip() {
        int[][] levels = levels(1, 40);
        try (IndependentSignFlips flips = new IndependentSignFlips(backend)) {
            assertThat(products.maximumCounts(levels, new double[] {1}, 999, 4))
                    .isEqualTo(flips.counts(levels, 999, 4, 0));
        }
    }

    @Test
    void theMaximumCountsAtLeastWhatEachMetricCountsAlone() {
        int[][] levels = levels(6, 50);
        double[] factors = new double[6];
        Arrays.setAll(
                factors,
                q -> 1
                        / Math.sqrt(Arrays.stream(levels[q])
                                .mapToDouble(level -> (double) level * level)
                                .sum()));
        long[] together = products.maximumCounts(levels, factors, 500, 4);
        try (IndependentSignFlips flips = new IndependentSignFlips(backend)) {
            long[] alone = flips.counts(levels, 500, 4, 0);
            for (int q = 0; q < 6; q++) {
                assertThat(together[q]).isBetween(alone[q], 500L);
            }
            assertThat(together).isNotEqualTo(alone);
        }
    }

    @Test
    void whatIsNotExactOrNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> products.bootstrapSums(new int[1][ProductResampling.MAX_PAIRS + 1], 1, 1))
                .withMessageContaining("16385");
        assertThatIllegalArgumentException().isThrownBy(() -> products.bootstrapSums(new int[0][], 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> products.bootstrapSums(levels(1, 3), 0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> products.maximumCounts(levels(2, 3), new double[1], 5, 1))
                .withMessageContaining("factors");
    }
}
