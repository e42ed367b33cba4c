package dev.amdahl.gpu.resampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.internal.cpu.CpuBackend;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Without an effect every p-value is as likely as any other; by the test of Kolmogorov and Smirnov over 10,000 sets of pairs. */
class NullPValuesTest {
    private static final int SETS = 10_000;
    private static final int SHIFTED_SETS = 2000;
    private static final int PAIRS = 24;
    private static final int K = 9;
    private static final int RESAMPLES = 255;
    /** What its limiting distribution exceeds once in a thousand. */
    private static final double CRITICAL = 1.9495;

    private final ComputeBackend backend = new CpuBackend(2);

    @AfterEach
    void close() {
        backend.close();
    }

    /** Normal differences around a mean, in standard deviations. */
    private static int[][] sets(int count, double mean) {
        SplittableRandom random = new SplittableRandom(11);
        int[][] sets = new int[count][PAIRS];
        for (int[] pairs : sets) {
            Arrays.setAll(pairs, i -> (int) Math.rint(100_000 * (mean + random.nextGaussian())));
        }
        return sets;
    }

    /** The largest distance of their distribution from the uniform one, times the root of their number. */
    private static double distance(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double largest = 0;
        for (int i = 0; i < sorted.length; i++) {
            double below = (double) i / sorted.length;
            double upTo = (i + 1.0) / sorted.length;
            largest = Math.max(largest, Math.max(upTo - sorted[i], sorted[i] - below));
        }
        return largest * Math.sqrt(sorted.length);
    }

    private static double[] shares(long[] counts, double more, double of) {
        return Arrays.stream(counts).mapToDouble(count -> (count + more) / of).toArray();
    }

    private double[] bySubgroup(int[][] sets) {
        try (SignFlipTransform transform = new SignFlipTransform(backend)) {
            return shares(transform.counts(sets, K, 3), 0, 1 << K);
        }
    }

    private double[] byIndependentSigns(int[][] sets) {
        try (IndependentSignFlips flips = new IndependentSignFlips(backend)) {
            long[] counts = new long[sets.length];
            Arrays.setAll(counts, i -> flips.counts(new int[][] {sets[i]}, RESAMPLES, i, 0)[0]);
            return shares(counts, 1, RESAMPLES + 1.0);
        }
    }

    @Test
    void pValuesOfTheSubgroupAreUniformWithoutAnEffectAndNotWithOne() {
        assertThat(distance(bySubgroup(sets(SETS, 0)))).isLessThan(CRITICAL);
        assertThat(distance(bySubgroup(sets(SHIFTED_SETS, .2)))).isGreaterThan(CRITICAL);
    }

    @Test
    void pValuesOfIndependentSignsAreUniformWithoutAnEffectAndNotWithOne() {
        assertThat(distance(byIndependentSigns(sets(SETS, 0)))).isLessThan(CRITICAL);
        assertThat(distance(byIndependentSigns(sets(SHIFTED_SETS, .2)))).isGreaterThan(CRITICAL);
    }
}
