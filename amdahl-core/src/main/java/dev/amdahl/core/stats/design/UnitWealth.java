package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.Normal;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Tables for fast simulation of the sign e-process in units of σ, on a grid of 1/64 σ. Stateless, thread-safe. */
final class UnitWealth {

    static final int BETS = SignEProcess.MULTIPLIERS.size();

    private static final int STEPS_PER_SIGMA = 64;
    private static final int GRID = (int) (2 * SignEProcess.CLIP * STEPS_PER_SIGMA);
    private static final double[][] FACTORS = factors();
    private static final int NORMAL_BITS = 12;
    private static final double[] NORMALS = normals();

    private UnitWealth() {}

    /** Fills the wealth of one unit each. */
    static double[] start() {
        double[] wealth = new double[BETS];
        Arrays.fill(wealth, 1);
        return wealth;
    }

    /** Multiplies each bet by its factor for x, in σ, clipped; returns the mean wealth. */
    static double step(double[] wealth, double x) {
        double position = (Math.max(-SignEProcess.CLIP, Math.min(SignEProcess.CLIP, x)) + SignEProcess.CLIP);
        double[] factors = FACTORS[(int) (position * STEPS_PER_SIGMA + .5)];
        double sum = 0;
        for (int j = 0; j < BETS; j++) {
            wealth[j] *= factors[j];
            sum += wealth[j];
        }
        return sum / BETS;
    }

    /** The largest mean wealth that the given number of further trials can reach. */
    static double best(double[] wealth, int trials) {
        double sum = 0;
        for (int j = 0; j < BETS; j++) {
            sum += wealth[j] * Math.pow(FACTORS[GRID][j], trials);
        }
        return sum / BETS;
    }

    /** A standard normal draw from a table of 4,096 quantiles. */
    static double normal(RandomGenerator random) {
        return NORMALS[(int) (random.nextLong() >>> (Long.SIZE - NORMAL_BITS))];
    }

    private static double[][] factors() {
        double[][] factors = new double[GRID + 1][BETS];
        for (int i = 0; i <= GRID; i++) {
            double x = (double) i / STEPS_PER_SIGMA - SignEProcess.CLIP;
            for (int j = 0; j < BETS; j++) {
                factors[i][j] = Math.exp(SignEProcess.logFactor(SignEProcess.MULTIPLIERS.get(j) * x));
            }
        }
        return factors;
    }

    private static double[] normals() {
        double[] normals = new double[1 << NORMAL_BITS];
        for (int i = 0; i < normals.length; i++) {
            normals[i] = Normal.quantile((i + .5) / normals.length);
        }
        return normals;
    }
}
