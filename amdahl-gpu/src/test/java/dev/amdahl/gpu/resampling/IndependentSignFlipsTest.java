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

class IndependentSignFlipsTest {
    private final ComputeBackend backend = new CpuBackend(2);
    private final IndependentSignFlips flips = new IndependentSignFlips(backend);

    @AfterEach
    void close() {
        flips.close();
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

    /** By the processor's generator, and plain sums. */
    private static long[] counted(int[][] levels, int resamples, long seed, int stream) {
        long[] counts = new long[levels.length];
        for (int b = 0; b < resamples; b++) {
            for (int q = 0; q < levels.length; q++) {
                long observed = 0;
                long sum = 0;
                for (int i = 0; i < levels[q].length; i++) {
                    int[] words = Philox.words(seed, b, i >> 7, stream, 0);
                    boolean isTurned = (words[(i & 127) >> 5] >>> (i & 31) & 1) == 1;
                    observed += levels[q][i];
                    sum += isTurned ? -levels[q][i] : levels[q][i];
                }
                counts[q] += Math.abs(sum) >= Math.abs(observed) ? 1 : 0;
            }
        }
        return counts;
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "1,127,255", "8,128,257", "9,129,300", "17,257,33", "3,1100,97"})
    void countsAreThoseOfPlainSums(int metrics, int pairs, int resamples) {
        int[][] levels = levels(metrics, pairs);
        long seed = 0x1234_5678_9abcL;
        assertThat(flips.counts(levels, resamples, seed, 2)).isEqualTo(counted(levels, resamples, seed, 2));
    }

    @Test
    void theSharesOfTwoMetricsAreThoseOfTheirExactTests() {
        int[][] levels = {{3, 3, 3, 3, 3, -1}, {1, -1, 1, -1, 1, -1}};
        long[] counts = flips.counts(levels, 20_000, 1, 0);

        assertThat(counts[0] / 20_000.0).isBetween(2 * 2 / 64.0 - .006, 2 * 2 / 64.0 + .006);
        assertThat(counts[1]).isEqualTo(20_000);
    }

    @Test
    void whatCannotBeCountedIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> flips.counts(levels(1, 3), 0, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> flips.counts(levels(1, 3), (1L << 32) + 1, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> flips.counts(new int[0][], 5, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> flips.counts(new int[1][0], 5, 1, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> flips.counts(new int[][] {{1 << 21}}, 5, 1, 0))
                .withMessageContaining("pair 0");
    }
}
