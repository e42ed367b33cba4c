package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.NoncentralT;
import dev.amdahl.core.stats.Normal;
import dev.amdahl.core.stats.StudentT;
import java.util.function.DoubleUnaryOperator;

/**
 * Power, pairs and detectable effect of the paired t-test by the noncentral t (both tails, as R's strict power.t.test).
 * Effects are taken in the direction of the alternative.
 *
 * @param alpha level of the test
 * @param power power asked for
 * @param twoSided whether both sides are tested
 */
public record SampleSize(double alpha, double power, boolean twoSided) {

    private static final double MAX_PAIRS = 1e12;

    /** @throws IllegalArgumentException if alpha or power is outside (0, 1) or power is not above alpha */
    public SampleSize {
        Arguments.requireProbability("alpha", alpha);
        Arguments.requireProbability("power", power);
        if (power <= alpha) {
            throw new IllegalArgumentException("power must be above alpha = " + alpha + ", was " + power);
        }
    }

    /** For these error rates. */
    public static SampleSize of(double alpha, double power, Alternative alternative) {
        return new SampleSize(alpha, power, alternative == Alternative.TWO_SIDED);
    }

    /** The power at n pairs, n &gt; 1 and not necessarily whole, for an effect in standard deviations. */
    public double powerAt(double n, double effect) {
        if (!(n > 1) || n > MAX_PAIRS) {
            throw new IllegalArgumentException("n must lie above 1 and at most at " + MAX_PAIRS + ", was " + n);
        }
        double noncentrality = Math.abs(Arguments.requireFinite("effect", effect)) * Math.sqrt(n);
        return powerOf(n - 1, noncentrality);
    }

    /** The real n at which the power is reached; {@link #pairs} rounds it up. */
    public double realPairs(double effect) {
        Arguments.requirePositive("effect", effect);
        if (powerAt(MAX_PAIRS, effect) < power) {
            throw new IllegalArgumentException("effect " + effect + " needs more than " + MAX_PAIRS + " pairs");
        }
        double log = root(u -> powerAt(1 + Math.exp(u), effect) - power, Math.log(1e-3), Math.log(MAX_PAIRS / 2));
        return 1 + Math.exp(log);
    }

    /** The least whole number of pairs, at least two. */
    public long pairs(double effect) {
        return Math.max(2, (long) Math.ceil(realPairs(effect)));
    }

    /** The smallest effect, in standard deviations, that n pairs show with the power asked for. */
    public double detectableEffect(int n) {
        Arguments.requireAtLeast("n", n, 2);
        double high = 1;
        while (powerOf(n - 1, high) < power) {
            high *= 2;
            if (high > 1e8) {
                throw new IllegalArgumentException("alpha " + alpha + " is out of reach of n = " + n + " pairs");
            }
        }
        return root(delta -> powerOf(n - 1, delta) - power, 0, high) / Math.sqrt(n);
    }

    /** Pairs for the signed-rank test (Noether 1987) under normality: P(Walsh average &gt; 0) = Φ(√2 effect). */
    public double signedRankPairs(double effect) {
        Arguments.requirePositive("effect", effect);
        double excess = 0.5 - Normal.survival(Math.sqrt(2) * effect);
        double z = Normal.quantile(power) - Normal.quantile(twoSided ? alpha / 2 : alpha);
        return z * z / (3 * excess * excess);
    }

    private double powerOf(double df, double noncentrality) {
        double tail = twoSided ? alpha / 2 : alpha;
        double critical = -StudentT.quantile(tail, df);
        double near = NoncentralT.survival(critical, df, noncentrality);
        return twoSided ? Math.min(1, near + NoncentralT.cdf(-critical, df, noncentrality)) : near;
    }

    /** Bisection of a rising function to the last digits. */
    private static double root(DoubleUnaryOperator rising, double from, double to) {
        double low = from;
        double high = to;
        for (int i = 0; i < 100 && high - low > 1e-14 * Math.max(1e-3, Math.abs(high)); i++) {
            double middle = 0.5 * (low + high);
            if (rising.applyAsDouble(middle) < 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 0.5 * (low + high);
    }
}
