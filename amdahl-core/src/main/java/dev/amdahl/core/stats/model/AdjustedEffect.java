package dev.amdahl.core.stats.model;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * The effect at equal circumstances: the intercept of log ratios regressed on log ratios of covariates known before the arm
 * ran (Deng et al. 2013, as regression).
 *
 * @param n pairs
 * @param raw mean of the log ratios, unadjusted
 * @param rawError its standard error
 * @param intercept the effect where every covariate is equal in both arms
 * @param error its classical standard error
 * @param p two-sided, by t with n less the number of coefficients
 * @param interval classical interval of the intercept
 * @param errorHc3 its HC3 standard error (MacKinnon and White 1985); infinite where a pair with leverage 1 decides it
 * @param pHc3 two-sided p-value by that error
 * @param intervalHc3 interval by that error
 * @param slopes one for each covariate, 0 for one left out
 * @param dropped positions of covariates left out because those before them, or the intercept, determine them
 * @param correlation of y and the fit; signed like the slope where there is one covariate
 * @param residualSd residual standard deviation
 * @param varianceRatio residual variance over the variance of the log ratios, both by their degrees of freedom
 */
public record AdjustedEffect(
        int n,
        double raw,
        double rawError,
        double intercept,
        double error,
        double p,
        Interval interval,
        double errorHc3,
        double pHc3,
        Interval intervalHc3,
        List<Double> slopes,
        List<Integer> dropped,
        double correlation,
        double residualSd,
        double varianceRatio) {

    /**
     * Regresses log ratios on covariates.
     *
     * @param y log ratios, one for each pair
     * @param covariates for each covariate its log ratios, in the order of y
     * @throws IllegalArgumentException if lengths differ, a value is not finite, or there are no more pairs than
     *     coefficients
     */
    public static AdjustedEffect of(double[] y, double[][] covariates, double confidence) {
        Studentised raw = TTest.mean("y", y);
        Arguments.requireProbability("confidence", confidence);
        LinearModel fit = LinearModel.fit(y, covariates);
        List<Double> slopes = new ArrayList<>();
        for (int j = 0; j < covariates.length; j++) {
            slopes.add(fit.slope(j));
        }
        Studentised classical = new Studentised(fit.intercept(), fit.interceptError(), fit.df());
        Studentised robust = new Studentised(fit.intercept(), fit.interceptErrorHc3(), fit.df());
        double residualSd = fit.residualDeviation();
        double rawSd = raw.standardError() * Math.sqrt(y.length);
        double ratio = rawSd > 0 ? residualSd / rawSd * (residualSd / rawSd) : 1;
        double explained = 1 - ratio * fit.df() / (y.length - 1);
        double correlation = Math.sqrt(Math.min(1, Math.max(0, explained)));
        return new AdjustedEffect(
                y.length,
                raw.estimate(),
                raw.standardError(),
                fit.intercept(),
                classical.standardError(),
                classical.p(0, Alternative.TWO_SIDED),
                classical.interval(confidence, Alternative.TWO_SIDED),
                robust.standardError(),
                robust.p(0, Alternative.TWO_SIDED),
                robust.interval(confidence, Alternative.TWO_SIDED),
                List.copyOf(slopes),
                fit.dropped(),
                covariates.length == 1 ? Math.copySign(correlation, fit.slope(0)) : correlation,
                residualSd,
                ratio);
    }
}
