package dev.amdahl.gpu.resampling;

import java.util.Arrays;

/** Checks and sums of levels by metric and pair. */
final class Quantized {
    /** The largest magnitude of a level. */
    static final int MAX = 1 << 20;

    private Quantized() {}

    /** Refuses what no resampler takes. */
    static void check(int[][] levels) {
        for (int metric = 0; metric < levels.length; metric++) {
            if (levels[metric].length != levels[0].length) {
                throw new IllegalArgumentException("metric " + metric + " has " + levels[metric].length
                        + " pairs, metric 0 has " + levels[0].length + "; every metric needs every pair");
            }
            for (int pair = 0; pair < levels[metric].length; pair++) {
                int level = levels[metric][pair];
                if (level > MAX || level < -MAX) {
                    throw new IllegalArgumentException("metric " + metric + ", pair " + pair
                            + ": a level must lie within 2^20 of 0, was " + level + "; scale the metric down");
                }
            }
        }
    }

    /** Returns the sum of each metric. */
    static long[] sums(int[][] levels) {
        return Arrays.stream(levels)
                .mapToLong(row -> Arrays.stream(row).asLongStream().sum())
                .toArray();
    }

    /** Metrics one after the other. */
    static int[] flat(int[][] levels, int from, int to) {
        int pairs = levels[0].length;
        int[] flat = new int[Math.multiplyExact(to - from, pairs)];
        for (int metric = from; metric < to; metric++) {
            System.arraycopy(levels[metric], 0, flat, (metric - from) * pairs, pairs);
        }
        return flat;
    }
}
