package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.Arguments;
import java.util.OptionalDouble;

/**
 * How many pairs an experiment needs and what it can then see, before anything is submitted. Immutable and thread-safe.
 *
 * @param needed pairs that show the minimum practical effect with the power asked for
 * @param pairs the same under the cap
 * @param power the power at those pairs
 * @param detectable smallest log ratio that those pairs show with the power asked for
 * @param ceiling largest log ratio that the change can reach, by Amdahl's law; empty where unknown
 */
public record PowerCheck(long needed, int pairs, double power, double detectable, OptionalDouble ceiling) {

    /**
     * Plans for a minimum practical effect, a fraction, taken as log(1 + effect).
     *
     * @param sd standard deviation of the log ratios of past A/A pairs
     * @param cap most pairs, at least 2
     * @param fraction share of the time that the change addresses; empty where unknown
     * @throws IllegalArgumentException if effect or sd is not positive, cap is under 2 or fraction is outside [0, 1)
     */
    public static PowerCheck of(SampleSize design, double effect, double sd, int cap, OptionalDouble fraction) {
        double standardised =
                Math.log1p(Arguments.requirePositive("effect", effect)) / Arguments.requirePositive("sd", sd);
        Arguments.requireAtLeast("cap", cap, 2);
        long needed = design.pairs(standardised);
        int pairs = (int) Math.min(cap, needed);
        return new PowerCheck(
                needed,
                pairs,
                design.powerAt(pairs, standardised),
                sd * design.detectableEffect(pairs),
                fraction.isPresent() ? OptionalDouble.of(ceiling(fraction.getAsDouble())) : OptionalDouble.empty());
    }

    /** Whether the cap allows what the minimum practical effect needs. */
    public boolean isPowered() {
        return pairs >= needed;
    }

    /** Whether even the whole of what the change addresses could be seen; unknown counts as yes. */
    public boolean canResolveItsTarget() {
        return ceiling.isEmpty() || ceiling.getAsDouble() >= detectable;
    }

    /** Speed-up 1/(1 - f) on the log scale. */
    private static double ceiling(double fraction) {
        if (!(fraction >= 0 && fraction < 1)) {
            throw new IllegalArgumentException("fraction must lie in [0, 1), was " + fraction);
        }
        return -Math.log1p(-fraction);
    }
}
