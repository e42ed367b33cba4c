package dev.amdahl.core.internal.stats;

/** Values rounded to whole levels, as a resampler takes them. */
public final class Levels {

    /** The level of the largest magnitude of a metric. */
    public static final int MAX = 1 << 20;

    private Levels() {}

    /**
     * Rounds each metric by a scale of its own, the largest magnitude being {@value #MAX}; counts do not depend on the scale.
     *
     * @param d values by metric and pair
     * @throws IllegalArgumentException if a value is not finite, naming metric and pair
     */
    public static int[][] of(double[][] d) {
        int[][] levels = new int[d.length][];
        for (int metric = 0; metric < d.length; metric++) {
            levels[metric] = of(Arguments.requireFinite("metric " + metric, d[metric]));
        }
        return levels;
    }

    private static int[] of(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        int[] levels = new int[values.length];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = largest > 0 ? (int) Math.rint(values[i] / largest * MAX) : 0;
        }
        return levels;
    }
}
