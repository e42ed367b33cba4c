package dev.amdahl.core.stats.resample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.spi.contract.ResamplerContract;
import dev.amdahl.spi.experiment.Philox;
import dev.amdahl.spi.experiment.Resampler;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CpuResamplerTest extends ResamplerContract {

    @Override
    protected Resampler resampler() {
        return new CpuResampler(2);
    }

    private static int[][] levels(int metrics, int n, int bound) {
        SplittableRandom random = new SplittableRandom(n);
        int[][] levels = new int[metrics][n];
        for (int[] row : levels) {
            Arrays.setAll(row, i -> random.nextInt(-bound, bound + 1));
        }
        return levels;
    }

    @Test
    void countsAreThoseOfWholeNumbers() {
        int[][] levels = levels(7, 300, 1 << 20);
        long[] counts = resampler().signFlipCounts(levels, 9, -5);
        for (int metric = 0; metric < levels.length; metric++) {
            assertThat(counts[metric]).isEqualTo(counted(levels[metric], 9, -5));
        }
    }

    private static long counted(int[] row, int k, long seed) {
        long observed = Math.abs(Arrays.stream(row).asLongStream().sum());
        long count = 0;
        for (int x = 0; x < 1 << k; x++) {
            long sum = 0;
            for (int i = 0; i < row.length; i++) {
                sum += (Integer.bitCount(x & Philox.words(seed, i, 0, 0, 0)[0]) & 1) == 0 ? row[i] : -row[i];
            }
            count += Math.abs(sum) >= observed ? 1 : 0;
        }
        return count;
    }

    @Test
    void threadsDoNotChangeACount() {
        int[][] levels = levels(33, 100, 1000);
        long[] one = new CpuResampler(1).signFlipCounts(levels, 12, 3);
        assertThat(new CpuResampler(2).signFlipCounts(levels, 12, 3)).containsExactly(one);
        assertThat(new CpuResampler(7).signFlipCounts(levels, 12, 3)).containsExactly(one);
    }

    @Test
    void largestLevelsOfManyPairsDoNotOverflow() {
        int[][] levels = {new int[5000]};
        Arrays.fill(levels[0], 1 << 20);
        assertThat(resampler().signFlipCounts(levels, 16, 3)).containsExactly(1);
    }

    @Test
    void noPairsLeaveEveryPatternAsFarAndNoMetricsNothing() {
        assertThat(resampler().signFlipCounts(new int[2][0], 5, 1)).containsExactly(32, 32);
        assertThat(resampler().signFlipCounts(new int[0][], 5, 1)).isEmpty();
    }

    @Test
    void parallelismMustBePositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CpuResampler(0))
                .withMessageContaining("0");
    }
}
