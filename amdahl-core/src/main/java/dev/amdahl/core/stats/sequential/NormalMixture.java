package dev.amdahl.core.stats.sequential;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Interval;

/**
 * E-value of a normal mean with known σ, effect ~ N(0, σ²/ρ): the mixture sequential probability ratio test (Robbins 1970;
 * Johari et al. 2017).
 *
 * <p>E = √(ρ/(n + ρ)) exp((S/σ)²/(2(n + ρ))), S the sum. Not to be used with a σ estimated from the same data.
 *
 * @param sigma standard deviation of one value
 * @param rho precision of the effect in units of 1/σ²
 */
public record NormalMixture(double sigma, double rho) implements SequentialTest {

    /** @throws IllegalArgumentException if sigma or rho is not positive and finite */
    public NormalMixture {
        Arguments.requirePositive("sigma", sigma);
        Arguments.requirePositive("rho", rho);
    }

    @Override
    public double logEvidence(SequentialState state) {
        double scaled = state.count() * state.mean() / sigma;
        double precision = state.count() + rho;
        return 0.5 * (Math.log(rho / precision) + scaled * scaled / precision);
    }

    /**
     * The confidence sequence of the mean after these values, m ± σ √((n + ρ) (log((n + ρ)/ρ) - 2 log α))/n (Robbins 1970):
     * all means whose evidence against them is below 1/α. It covers at all looks together.
     */
    public Interval interval(SequentialState state, double confidence) {
        Arguments.requireProbability("confidence", confidence);
        if (state.count() == 0) {
            return Interval.unbounded(confidence);
        }
        double precision = state.count() + rho;
        double bar = Math.log(precision / rho) - 2 * Math.log1p(-confidence);
        double half = sigma * Math.sqrt(precision * bar) / state.count();
        return new Interval(state.mean() - half, state.mean() + half, confidence);
    }
}
