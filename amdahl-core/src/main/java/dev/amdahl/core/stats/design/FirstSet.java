package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import java.util.Arrays;

/**
 * The first set of pairs, as it passed.
 *
 * @param trials how many it used, up to the one that decided it
 * @param evidence E₁ at that trial
 */
public record FirstSet(int trials, double evidence) {

    /** @throws IllegalArgumentException if there is no trial, or the evidence is not positive and finite */
    public FirstSet {
        Arguments.requireAtLeast("trials", trials, 1);
        Arguments.requirePositive("evidence", evidence);
    }

    double[] of(double[] first) {
        if (first.length < trials) {
            throw new IllegalArgumentException(
                    "the first set has " + first.length + " trials and was recorded to have passed with " + trials);
        }
        return Arrays.copyOf(first, trials);
    }
}
