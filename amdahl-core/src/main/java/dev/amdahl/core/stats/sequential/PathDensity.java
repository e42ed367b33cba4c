package dev.amdahl.core.stats.sequential;

import dev.amdahl.core.stats.Normal;

/**
 * The sub-density of a Brownian path at a time, over the paths that stayed within all earlier bounds, as weights on a
 * Simpson grid: Σ weight g(point) is the integral of g. Immutable.
 */
final class PathDensity {

    /** All mass at 0 at time 0. */
    static final PathDensity START = new PathDensity(0, new double[] {0}, new double[] {1});

    /** Where a path is cut even without a bound, in standard deviations. */
    private static final double CUT = 16;

    private static final int POINTS_PER_DEVIATION = 12;
    private static final int MIN = 64;
    private static final int MAX = 6000;

    private final double time;
    private final double[] points;
    private final double[] weights;

    private PathDensity(double time, double[] points, double[] weights) {
        this.time = time;
        this.points = points;
        this.weights = weights;
    }

    double time() {
        return time;
    }

    /** The probability that the path lies outside (-bound, bound) at a later time. */
    double crossing(double later, double bound) {
        double scale = Math.sqrt(later - time);
        double sum = 0;
        for (int i = 0; i < points.length; i++) {
            sum += weights[i]
                    * (Normal.survival((bound - points[i]) / scale) + Normal.survival((bound + points[i]) / scale));
        }
        return sum;
    }

    /** The paths that lie inside at a later time; the grid resolves this step and one of the following length. */
    PathDensity after(double later, double bound, double following) {
        double edge = Math.min(bound, CUT * Math.sqrt(later));
        double step = Math.sqrt(Math.min(later - time, following)) / POINTS_PER_DEVIATION;
        int half = (int) Math.min(MAX / 2, Math.max(MIN / 2, Math.ceil(edge / step)));
        int intervals = 2 * half;
        double width = 2 * edge / intervals;
        double[] at = new double[intervals + 1];
        double[] mass = new double[intervals + 1];
        double variance = later - time;
        double simpson = width / 3 / Math.sqrt(2 * Math.PI * variance);
        for (int i = 0; i <= intervals; i++) {
            at[i] = width * (i - half);
            double density = 0;
            for (int j = 0; j < points.length; j++) {
                double distance = at[i] - points[j];
                density += weights[j] * Math.exp(-distance * distance / (2 * variance));
            }
            boolean end = i == 0 || i == intervals;
            mass[i] = density * simpson * (end ? 1 : i % 2 == 0 ? 2 : 4);
        }
        return new PathDensity(later, at, mass);
    }
}
