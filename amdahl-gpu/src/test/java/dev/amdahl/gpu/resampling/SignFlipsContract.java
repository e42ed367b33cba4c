package dev.amdahl.gpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import dev.amdahl.spi.contract.ResamplerContract;
import dev.amdahl.spi.experiment.Resampler;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What both ways to count on a device keep: the counts of the processor, whatever the shape. */
abstract class SignFlipsContract extends ResamplerContract {
    private static final int SHAPES = 200;
    private static final int[] EDGES = {1, 2, 127, 128, 129, 1023, 1025};

    private final ComputeBackend backend = new CpuBackend(2);
    private final SignFlips flips = flips(backend);

    /** The way to count. */
    abstract SignFlips flips(ComputeBackend device);

    /** Bits of the largest tables that are drawn: one in twenty. */
    abstract int mostBits();

    @AfterEach
    void close() {
        flips.close();
        backend.close();
    }

    @Override
    protected Resampler resampler() {
        return flips::counts;
    }

    static int[][] levels(SplittableRandom random, int metrics, int pairs) {
        int bound = 1 << random.nextInt(21);
        int[][] levels = new int[metrics][pairs];
        for (int[] row : levels) {
            Arrays.setAll(row, i -> random.nextInt(-bound, bound + 1));
        }
        return levels;
    }

    @Test
    void countsEqualThoseOfTheProcessorWhateverTheShape() {
        SplittableRandom random = new SplittableRandom(1);
        Resampler processor = new CpuResampler(2);
        for (int shape = 0; shape < SHAPES; shape++) {
            int pairs = shape < EDGES.length ? EDGES[shape] : random.nextInt(1, 400);
            int k = shape % 20 == 0
                    ? random.nextInt(mostBits() - 2, mostBits() + 1)
                    : random.nextInt(1, mostBits() - 2);
            int[][] levels = levels(random, random.nextInt(1, 4), pairs);

            assertThat(flips.counts(levels, k, shape))
                    .as("%d metrics of %d pairs, k = %d", levels.length, pairs, k)
                    .isEqualTo(processor.signFlipCounts(levels, k, shape));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 10, 11, 16})
    void allSignVectorsAreCountedExactly(int pairs) {
        int[][] levels = levels(new SplittableRandom(pairs), 2, pairs);
        long[] expected = new long[2];
        for (int metric = 0; metric < 2; metric++) {
            long observed =
                    Math.abs(Arrays.stream(levels[metric]).asLongStream().sum());
            for (int signs = 0; signs < 1 << pairs; signs++) {
                long sum = 0;
                for (int i = 0; i < pairs; i++) {
                    sum += (signs >> i & 1) == 0 ? levels[metric][i] : -levels[metric][i];
                }
                expected[metric] += Math.abs(sum) >= observed ? 1 : 0;
            }
        }
        assertThat(flips.exactCounts(levels)).isEqualTo(expected);
    }

    @Test
    void largestLevelsOfManyPairsDoNotOverflow() {
        int[][] levels = {new int[5000]};
        Arrays.fill(levels[0], 1 << 20);
        assertThat(flips.counts(levels, 13, 3)).containsExactly(1);
    }

    @Test
    void nothingAndTooMuchAreAnswered() {
        assertThat(flips.counts(new int[0][], 5, 1)).isEmpty();
        assertThat(flips.counts(new int[2][0], 5, 1)).containsExactly(32, 32);
        assertThatIllegalArgumentException().isThrownBy(() -> flips.exactCounts(new int[1][25]));
        assertThatIllegalArgumentException().isThrownBy(() -> flips.exactCounts(new int[0][]));
    }
}
