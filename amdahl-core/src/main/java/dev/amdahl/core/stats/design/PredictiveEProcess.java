package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.internal.stats.Normal;

/**
 * Always-valid evidence that the centre of symmetry of d lies beyond a point. Mutable, not thread-safe; a pure function of the
 * values added.
 *
 * <p>Given its size |d - point| and all that came before, the sign of d - point is a fair coin where d is symmetric about the
 * point, so the product of 1 + b·sign is a test martingale for every bet b in [0, 1) that is fixed before the sign is seen (Ramdas,
 * Ruf, Larsson and Koolen 2020). Here b is the predictive probability of the sign under a Bayesian mixture of centres and scales
 * that learns from the earlier values, their sizes and signs, and bets little on sizes that lie far out. Where the centre lies on
 * the other side, the product is a supermartingale for symmetric unimodal d.
 */
public final class PredictiveEProcess {

    private static final double FARTHEST = 1e6;
    /** The part of the best growth that bets which still learn reach. */
    private static final double LEARNING = .85;

    private static final int POINTS = 10;

    private final double sigma;
    private final Direction direction;
    private final double point;
    private final double[] weights = BetModel.startWeights();
    private double log;
    private double max;
    private double clipped;
    private int trials;

    /**
     * No data: evidence 1.
     *
     * @param sigma expected sd of d, fixed before the data; a wrong one costs power, not validity
     * @param direction {@link Direction#WIN} for a centre below the point
     * @param point the bound of the null hypothesis, in units of d
     * @throws IllegalArgumentException if sigma is not positive, or the point not finite
     */
    public PredictiveEProcess(double sigma, Direction direction, double point) {
        this.sigma = Arguments.requirePositive("sigma", sigma);
        this.direction = direction;
        this.point = Arguments.requireFinite("point", new double[] {point})[0];
    }

    /** Returns the evidence after each value of d, against a centre of zero. */
    public static double[] path(double[] d, double sigma, Direction direction) {
        return path(new double[0], d, sigma, direction);
    }

    /** Returns the factor by which each value of d multiplies the evidence of earlier values, from which the bets have learnt. */
    public static double[] path(double[] earlier, double[] d, double sigma, Direction direction) {
        Arguments.requireFinite("earlier", earlier);
        Arguments.requireFinite("d", d);
        PredictiveEProcess process = new PredictiveEProcess(sigma, direction, 0);
        for (double value : earlier) {
            process.add(value);
        }
        double start = process.log;
        double[] path = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            process.add(d[i]);
            path[i] = Math.exp(process.log - start);
        }
        return path;
    }

    /** Returns the evidence after all of d, against a centre of zero. */
    public static double evidence(double[] d, double sigma, Direction direction) {
        double[] path = path(d, sigma, direction);
        return path.length == 0 ? 1 : path[path.length - 1];
    }

    /**
     * Bets on the next value, then learns from it.
     *
     * @throws IllegalArgumentException if d is not finite
     */
    public void add(double d) {
        log += Math.log1p(gain(d));
        max = Math.max(max, log);
    }

    /** Returns what the bet on the next value wins, as a share of what is held, below zero where it loses; it learns from the value. */
    double gain(double d) {
        if (!Double.isFinite(d)) {
            throw new IllegalArgumentException("d must be finite, was " + d + "; leave failed measurements out");
        }
        double x = direction.towards(d - point) / sigma;
        double bet = BetModel.betAndLearn(weights, Math.min(FARTHEST, Math.abs(x)), x > 0);
        clipped += Math.max(-2, Math.min(2, x));
        trials++;
        return x > 0 ? bet : x < 0 ? -bet : 0;
    }

    /** Returns the evidence now. */
    public double evidence() {
        return Math.exp(log);
    }

    /** Natural logarithm of {@link #evidence()}. */
    public double logEvidence() {
        return log;
    }

    /** The largest evidence at any look, at least 1. */
    public double maxEvidence() {
        return Math.exp(max);
    }

    /** Predicted chance that log evidence grows by that much within so many further trials. */
    double chance(double growth, int trialsLeft) {
        double scale = BetModel.scale(weights);
        return chance(clipped / trials / scale, 1 / Math.sqrt(trials), growth, trialsLeft);
    }

    /**
     * Log evidence is taken for a Brownian motion whose drift and variance are those of the bet model at the true centre, which is
     * normal around its estimate; the chance to reach a level is its first-passage probability (Cox and Miller 1965, section 5.7). It
     * steers stopping for futility only, so its error costs no validity.
     *
     * @param centre estimated centre in scales, towards the claim
     * @param error its standard error
     * @param growth log evidence still missing
     * @param trials trials left
     */
    private static double chance(double centre, double error, double growth, int trials) {
        if (growth <= 0) {
            return 1;
        }
        if (growth > trials * Math.log1p(BetModel.MAX_BET)) {
            return 0;
        }
        double sum = 0;
        for (int i = 0; i < POINTS; i++) {
            sum += reaches(centre + error * Normal.quantile((i + .5) / POINTS), growth, trials);
        }
        return sum / POINTS;
    }

    private static double reaches(double centre, double growth, int trials) {
        double drift = LEARNING * BetModel.growth(centre);
        double variance = BetModel.growthVariance(centre);
        if (drift < 1e-4) {
            return 0;
        }
        double sd = Math.sqrt(Math.max(1e-9, variance) * trials);
        double reflected = Math.exp(Math.min(50, 2 * drift * growth / Math.max(1e-9, variance)));
        return Math.min(
                1,
                Normal.cdf((drift * trials - growth) / sd) + reflected * Normal.cdf((-growth - drift * trials) / sd));
    }
}
