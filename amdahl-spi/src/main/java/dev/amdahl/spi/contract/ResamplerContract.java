package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.spi.experiment.Resampler;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The contract of resamplers as a test suite, for any hardware. */
public abstract class ResamplerContract {
    private static final int K = 10;
    private static final int PATTERNS = 1 << K;
    private static final int PAIRS = 24;

    /** Returns a resampler. */
    protected abstract Resampler resampler();

    private static int[] row(int seed) {
        int[] row = new int[PAIRS];
        int state = seed;
        for (int i = 0; i < PAIRS; i++) {
            state = state * 1_103_515_245 + 12_345;
            row[i] = (state >> 11) % 1000;
        }
        return row;
    }

    private static int[] constant(int value) {
        int[] row = new int[PAIRS];
        Arrays.fill(row, value);
        return row;
    }

    @Test
    void countsLieBetweenThePatternAsItIsAndAllPatterns() {
        long[] counts = resampler().signFlipCounts(new int[][] {row(1), row(2), row(3)}, K, 7);

        assertThat(counts).hasSize(3);
        for (long count : counts) {
            assertThat(count).isBetween(1L, (long) PATTERNS);
        }
    }

    @Test
    void withoutAnEffectEveryPatternIsAsFar() {
        assertThat(resampler().signFlipCounts(new int[][] {constant(0)}, K, 7)).containsExactly(PATTERNS);
    }

    @Test
    void aPlainEffectIsRare() {
        assertThat(resampler().signFlipCounts(new int[][] {constant(500)}, K, 7)[0])
                .isLessThan(PATTERNS / 100);
    }

    @Test
    void theSameSeedGivesTheSameCountsAndSignsOrScaleDoNotMatter() {
        int[] row = row(4);
        int[] turned = row.clone();
        int[] doubled = row.clone();
        for (int i = 0; i < PAIRS; i++) {
            turned[i] = -row[i];
            doubled[i] = 2 * row[i];
        }

        long[] counts = resampler().signFlipCounts(new int[][] {row, turned, doubled}, K, 7);

        assertThat(counts).containsOnly(counts[0]);
        assertThat(resampler().signFlipCounts(new int[][] {row}, K, 7)).containsExactly(counts[0]);
    }

    @Test
    void metricsShareTheirPatternsWhateverStandsBesideThem() {
        long[] alone = resampler().signFlipCounts(new int[][] {row(5)}, K, 9);
        long[] among = resampler().signFlipCounts(new int[][] {row(6), row(5), row(8)}, K, 9);

        assertThat(among[1]).isEqualTo(alone[0]);
    }

    @Test
    void levelsBeyondTheRangeAreRefusedWithTheirPlace() {
        int[] row = row(1);
        row[5] = (1 << 20) + 1;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> resampler().signFlipCounts(new int[][] {row(2), row}, K, 7))
                .withMessageContaining("metric 1")
                .withMessageContaining("pair 5");
        row[5] = Integer.MIN_VALUE;
        assertThatIllegalArgumentException().isThrownBy(() -> resampler().signFlipCounts(new int[][] {row}, K, 7));
    }

    @Test
    void metricsOfDifferentLengthAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> resampler().signFlipCounts(new int[][] {row(1), new int[PAIRS - 1]}, K, 7))
                .withMessageContaining("metric 1");
    }

    @Test
    void anotherNumberOfPatternsThanOneOfTheRangeIsRefused() {
        for (int k : new int[] {-1, 0, 25, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> resampler().signFlipCounts(new int[][] {row(1)}, k, 7));
        }
    }
}
