package dev.amdahl.core.stats.model;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.core.internal.stats.ChiSquared;

/**
 * A test for sample-ratio mismatch: did two arms get the planned share of runs (Fabijan et al. 2019)?
 *
 * @param chiSquared Pearson's statistic without continuity correction
 * @param chiSquaredP its p-value with one degree of freedom
 * @param p exact binomial p-value, two-sided by all counts that are no likelier
 */
public record SampleRatio(double chiSquared, double chiSquaredP, double p) {

    /** An exact p below it is an alarm. */
    public static final double ALARM = .001;

    /**
     * Tests the counts; p is 1 where there are none.
     *
     * @param share expected share of the first arm, in (0, 1)
     * @throws IllegalArgumentException if a count is negative or share is not in (0, 1)
     */
    public static SampleRatio of(int first, int second, double share) {
        Arguments.requireAtLeast("first", first, 0);
        Arguments.requireAtLeast("second", second, 0);
        Arguments.requireProbability("share", share);
        int n = Math.addExact(first, second);
        if (n == 0) {
            return new SampleRatio(0, 1, 1);
        }
        double off = first - n * share;
        double statistic = off * off / (n * share) + off * off / (n * (1 - share));
        return new SampleRatio(statistic, ChiSquared.survival(statistic, 1), Binomial.twoSided(first, n, share));
    }

    /** Returns whether the split is not the one that was meant. */
    public boolean isAlarm() {
        return p < ALARM;
    }
}
