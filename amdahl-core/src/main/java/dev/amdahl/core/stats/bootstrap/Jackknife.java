package dev.amdahl.core.stats.bootstrap;

import dev.amdahl.core.stats.Summary;

/** The jackknife: a statistic of the sample less one value, for each value. */
final class Jackknife {

    private Jackknife() {}

    /** The mean over the left-out values less the statistic without each. */
    static double[] influence(double[] sample, Statistic statistic) {
        double[] without = new double[sample.length];
        double[] rest = new double[sample.length - 1];
        for (int i = 0; i < sample.length; i++) {
            System.arraycopy(sample, 0, rest, 0, i);
            System.arraycopy(sample, i + 1, rest, i, rest.length - i);
            without[i] = statistic.of(rest);
        }
        double mean = Summary.mean(without);
        for (int i = 0; i < without.length; i++) {
            without[i] = mean - without[i];
        }
        return without;
    }

    /** Sum of cubes over six times the 3/2 power of the sum of squares; 0 without spread. Free of scale. */
    static double acceleration(double[] influence) {
        double largest = 0;
        for (double value : influence) {
            largest = Math.max(largest, Math.abs(value));
        }
        if (largest == 0) {
            return 0;
        }
        double squares = 0;
        double cubes = 0;
        for (double value : influence) {
            double scaled = value / largest;
            squares += scaled * scaled;
            cubes += scaled * scaled * scaled;
        }
        return cubes / (6 * squares * Math.sqrt(squares));
    }
}
