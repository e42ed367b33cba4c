package dev.amdahl.benchmarks.stats;

import java.util.SplittableRandom;

/** The sign-flip test as one would write it without a transform: the Java peer. */
final class PlainSignFlip {
    private static final double TIE = 1e-12;

    private PlainSignFlip() {}

    /** Counts all 2^n patterns as extreme as the observed one, one sign changed at a time. */
    static long exact(double[] d) {
        double[] signed = d.clone();
        double sum = sum(d);
        double bound = Math.abs(sum) - TIE * magnitude(d);
        long count = 1;
        for (int pattern = 1; pattern < 1 << d.length; pattern++) {
            int flipped = Integer.numberOfTrailingZeros(pattern);
            sum -= 2 * signed[flipped];
            signed[flipped] = -signed[flipped];
            count += Math.abs(sum) >= bound ? 1 : 0;
        }
        return count;
    }

    /** Counts patterns of independent signs, one bit each. */
    static long drawn(double[] d, int patterns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double bound = Math.abs(sum(d)) - TIE * magnitude(d);
        long count = 0;
        for (int pattern = 0; pattern < patterns; pattern++) {
            double sum = 0;
            long bits = 0;
            for (int i = 0; i < d.length; i++) {
                bits = i % Long.SIZE == 0 ? random.nextLong() : bits >>> 1;
                sum += (bits & 1) == 0 ? d[i] : -d[i];
            }
            count += Math.abs(sum) >= bound ? 1 : 0;
        }
        return count;
    }

    private static double sum(double[] d) {
        double sum = 0;
        for (double value : d) {
            sum += value;
        }
        return sum;
    }

    private static double magnitude(double[] d) {
        double sum = 0;
        for (double value : d) {
            sum += Math.abs(value);
        }
        return sum;
    }
}
