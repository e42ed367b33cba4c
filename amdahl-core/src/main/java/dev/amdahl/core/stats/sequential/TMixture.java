package dev.amdahl.core.stats.sequential;

import dev.amdahl.core.stats.Arguments;

/**
 * Scale-invariant e-value of a normal mean with unknown variance: right-Haar prior on σ, effect/σ ~ N(0, 1/g) (Wang and
 * Ramdas 2023, after Lai 1976).
 *
 * <p>E = √r ((1 + t²/ν) / (1 + r t²/ν))^(n/2), ν = n - 1, r = g/(g + n); 1 for n &lt; 2, and √r where all values are 0. It is
 * valid at stopping times that depend on the data through their ratios only, as "E reaches a bar" does, and for normal
 * values; one outlier costs much evidence. Values under about 1e-150 in magnitude have squares of 0: give them in another unit.
 *
 * @param g precision of the effect in units of 1/σ²
 */
public record TMixture(double g) implements SequentialTest {

    /** @throws IllegalArgumentException if g is not positive and finite */
    public TMixture {
        Arguments.requirePositive("g", g);
    }

    @Override
    public double logEvidence(SequentialState state) {
        long n = state.count();
        if (n < 2) {
            return 0;
        }
        double r = g / (g + n);
        double explained = n * state.mean() * state.mean();
        double gain = explained == 0 ? 0 : Math.log1p((1 - r) * explained / (state.squares() + r * explained));
        return 0.5 * Math.log(r) + 0.5 * n * gain;
    }
}
