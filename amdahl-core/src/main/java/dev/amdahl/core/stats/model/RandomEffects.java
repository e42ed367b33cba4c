package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.ChiSquared;
import dev.amdahl.core.stats.Interval;
import java.util.Optional;

/**
 * Effects of several jobs combined.
 *
 * @param k number of jobs
 * @param fixed mean weighted by 1/variance
 * @param fixedError its standard error
 * @param q Cochran's heterogeneity statistic
 * @param qP its p-value, by chi-squared with k - 1
 * @param i2 share of the variation that is between jobs (Higgins and Thompson 2002)
 * @param tau2 variance between jobs
 * @param random mean weighted by 1/(variance + tau2)
 * @param randomError its standard error
 * @param hartungKnappError the standard error by Hartung and Knapp (2001), not bounded from below; 0 where all effects are
 *     equal
 * @param interval of the random-effects mean by that error and t with k - 1
 * @param prediction where a new job's effect lies, by t with k - 2 (Higgins, Thompson and Spiegelhalter 2009); empty under
 *     three jobs
 */
public record RandomEffects(
        int k,
        double fixed,
        double fixedError,
        double q,
        double qP,
        double i2,
        double tau2,
        double random,
        double randomError,
        double hartungKnappError,
        Interval interval,
        Optional<Interval> prediction) {

    /** With tau2 by DerSimonian and Laird (1986), cut at 0. */
    public static RandomEffects derSimonianLaird(double[] effects, double[] variances, double confidence) {
        requireJobs(effects, variances);
        Weighted fixed = Weighted.of(effects, variances, 0);
        double excess = fixed.q() - (effects.length - 1);
        double scale = fixed.weights() - fixed.squaredWeights() / fixed.weights();
        return of(effects, variances, Math.max(0, excess / scale), confidence);
    }

    /** With tau2 by Paule and Mandel (1982): the one at which q is k - 1; 0 where q is under it already. */
    public static RandomEffects pauleMandel(double[] effects, double[] variances, double confidence) {
        requireJobs(effects, variances);
        double tau2 = 0;
        for (int i = 0; i < 200; i++) {
            Weighted at = Weighted.of(effects, variances, tau2);
            double excess = at.q() - (effects.length - 1);
            if (excess <= 0) {
                break;
            }
            double step = excess / at.slope(effects, variances, tau2);
            tau2 += step;
            if (step <= 1e-15 * tau2) {
                break;
            }
        }
        return of(effects, variances, tau2, confidence);
    }

    private static RandomEffects of(double[] effects, double[] variances, double tau2, double confidence) {
        Arguments.requireProbability("confidence", confidence);
        int k = effects.length;
        Weighted fixed = Weighted.of(effects, variances, 0);
        Weighted random = Weighted.of(effects, variances, tau2);
        Studentised mean = new Studentised(random.mean(), Math.sqrt(random.q() / ((k - 1) * random.weights())), k - 1);
        Optional<Interval> prediction = k < 3
                ? Optional.empty()
                : Optional.of(new Studentised(random.mean(), Math.hypot(Math.sqrt(tau2), random.error()), k - 2)
                        .interval(confidence, Alternative.TWO_SIDED));
        return new RandomEffects(
                k,
                fixed.mean(),
                fixed.error(),
                fixed.q(),
                ChiSquared.survival(fixed.q(), k - 1),
                fixed.q() > k - 1 ? (fixed.q() - (k - 1)) / fixed.q() : 0,
                tau2,
                random.mean(),
                random.error(),
                mean.standardError(),
                mean.interval(confidence, Alternative.TWO_SIDED),
                prediction);
    }

    static void requireJobs(double[] effects, double[] variances) {
        Arguments.requireFinite("effects", effects);
        Arguments.requireAtLeast("the number of effects", effects.length, 2);
        requireVariances(effects, variances);
    }

    static void requireVariances(double[] effects, double[] variances) {
        if (variances.length != effects.length) {
            throw new IllegalArgumentException(
                    "variances must hold as many values as effects, " + effects.length + ", held " + variances.length);
        }
        for (int i = 0; i < variances.length; i++) {
            Arguments.requirePositive("variances[" + i + "]", variances[i]);
        }
    }

    private record Weighted(double mean, double weights, double squaredWeights, double q) {

        static Weighted of(double[] effects, double[] variances, double tau2) {
            double weights = 0;
            double squares = 0;
            double sum = 0;
            for (int i = 0; i < effects.length; i++) {
                double weight = 1 / (variances[i] + tau2);
                weights += weight;
                squares += weight * weight;
                sum += weight * effects[i];
            }
            double mean = sum / weights;
            double q = 0;
            for (int i = 0; i < effects.length; i++) {
                q += (effects[i] - mean) * (effects[i] - mean) / (variances[i] + tau2);
            }
            return new Weighted(mean, weights, squares, q);
        }

        double error() {
            return Math.sqrt(1 / weights);
        }

        /** Minus the derivative of q by tau2 (DerSimonian and Kacker 2007). */
        double slope(double[] effects, double[] variances, double tau2) {
            double slope = 0;
            for (int i = 0; i < effects.length; i++) {
                double part = (effects[i] - mean) / (variances[i] + tau2);
                slope += part * part;
            }
            return slope;
        }
    }
}
