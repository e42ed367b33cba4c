package dev.amdahl.core.stats.design;

import java.util.Arrays;

/**
 * The alternatives that bets are drawn from, in units of σ, and what they can earn.
 *
 * <p>x is centre + scale · z, where z has density .92 φ(z) + .08 t₃(z/6)/6: mostly normal, now and then far out. Centres are .5 ·
 * 2^i scales, i to 8; scales lie between .1, for a σ that was expected far too large, and 1.5. A model that is wrong costs power,
 * never validity.
 */
final class BetModel {

    /** The largest share of the wealth that one trial can win or lose. */
    static final double MAX_BET = .75;

    /** Alternatives: centre and inverse scale in σ, and the weight at the start. */
    static final int SIZE;

    private static final double FAR_SHARE = .08;
    private static final double FAR_SCALE = 6;
    private static final double CENTRE_PENALTY = .75;
    private static final int CENTRES = 9;
    private static final double[] SCALES = {.1, .2, .36, .6, 1, 1.5};
    private static final double[] SCALE_WEIGHTS = {.05, .1, .7, 1.5, 1.2, .6};
    private static final double[] CENTRE_IN_SCALES;
    private static final double[] INVERSE_SCALE;
    private static final double[] WEIGHT;

    private static final int STEPS = 32;
    private static final double[] DENSITY = new double[64 * STEPS];

    private static final int GROWTH_STEPS = 16;
    private static final double[] GROWTH = new double[8 * GROWTH_STEPS + 1];
    private static final double[] GROWTH_VARIANCE = new double[GROWTH.length];

    static {
        SIZE = CENTRES * SCALES.length;
        CENTRE_IN_SCALES = new double[SIZE];
        INVERSE_SCALE = new double[SIZE];
        WEIGHT = new double[SIZE];
        for (int h = 0; h < SIZE; h++) {
            CENTRE_IN_SCALES[h] = .5 * (1 << (h / SCALES.length));
            INVERSE_SCALE[h] = 1 / SCALES[h % SCALES.length];
            int centre = h / SCALES.length;
            WEIGHT[h] = Math.pow(CENTRE_PENALTY, centre) * SCALE_WEIGHTS[h % SCALES.length];
        }
        double total = Arrays.stream(WEIGHT).sum();
        for (int h = 0; h < SIZE; h++) {
            WEIGHT[h] /= total;
        }
        for (int i = 0; i < DENSITY.length; i++) {
            DENSITY[i] = density((double) i / STEPS);
        }
        for (int i = 0; i < GROWTH.length; i++) {
            tabulateGrowth(i);
        }
    }

    private BetModel() {}

    static double[] startWeights() {
        return WEIGHT.clone();
    }

    /** Returns the scale, in σ, that the weights expect. */
    static double scale(double[] weights) {
        double scale = 0;
        for (int h = 0; h < SIZE; h++) {
            scale += weights[h] / INVERSE_SCALE[h];
        }
        return scale;
    }

    /**
     * Returns the bet on a positive sign for a value of that size, in [0, .75], from the weights alone; then the weights learn the sign.
     *
     * @param size |x| in σ
     * @param positive the sign, which the bet does not see
     */
    static double betAndLearn(double[] weights, double size, boolean positive) {
        double up = 0;
        double down = 0;
        for (int h = 0; h < SIZE; h++) {
            double inverse = INVERSE_SCALE[h];
            double likelyUp = weights[h] * tabulated(size * inverse - CENTRE_IN_SCALES[h]) * inverse;
            double likelyDown = weights[h] * tabulated(size * inverse + CENTRE_IN_SCALES[h]) * inverse;
            up += likelyUp;
            down += likelyDown;
            weights[h] = positive ? likelyUp : likelyDown;
        }
        double inverseTotal = 1 / (positive ? up : down);
        for (int h = 0; h < SIZE; h++) {
            weights[h] *= inverseTotal;
        }
        return Math.max(0, Math.min(MAX_BET, (up - down) / (up + down)));
    }

    /** Mean growth of log wealth a trial if the centre lies that many scales from zero and is known. */
    static double growth(double centreInScales) {
        return GROWTH[growthIndex(centreInScales)];
    }

    /** Returns its variance. */
    static double growthVariance(double centreInScales) {
        return GROWTH_VARIANCE[growthIndex(centreInScales)];
    }

    private static int growthIndex(double centre) {
        return (int) (Math.max(0, Math.min(GROWTH.length - 1.0, centre * GROWTH_STEPS)) + .5);
    }

    private static double tabulated(double z) {
        double position = Math.abs(z) * STEPS + .5;
        return position < DENSITY.length ? DENSITY[(int) position] : far(z);
    }

    private static double density(double z) {
        return (1 - FAR_SHARE) * Math.exp(-.5 * z * z) / Math.sqrt(2 * Math.PI) + far(z);
    }

    /** Returns all that is left of the density beyond the table, where that of the normal part is 0. */
    private static double far(double z) {
        double far = z / FAR_SCALE;
        double tail = 1 + far * far / 3;
        double student = 2 / (Math.PI * Math.sqrt(3) * tail * tail);
        return FAR_SHARE * student / FAR_SCALE;
    }

    private static void tabulateGrowth(int index) {
        double centre = (double) index / GROWTH_STEPS;
        double mean = 0;
        double square = 0;
        double total = 0;
        for (double x = -14; x < centre + 14; x += .05) {
            double up = density(Math.abs(x) - centre);
            double down = density(Math.abs(x) + centre);
            double bet = Math.min(MAX_BET, (up - down) / (up + down));
            double gain = Math.log1p(x > 0 ? bet : -bet);
            double weight = density(x - centre);
            mean += weight * gain;
            square += weight * gain * gain;
            total += weight;
        }
        GROWTH[index] = mean / total;
        GROWTH_VARIANCE[index] = square / total - GROWTH[index] * GROWTH[index];
    }
}
