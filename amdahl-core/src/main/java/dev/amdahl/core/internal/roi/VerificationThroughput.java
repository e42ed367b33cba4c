package dev.amdahl.core.internal.roi;

/**
 * How many verdicts and wins a loop reaches a day.
 *
 * @param slots experiments at once
 * @param hoursPerVerdict above 0
 */
public record VerificationThroughput(int slots, double hoursPerVerdict) {
    public VerificationThroughput {
        if (slots < 0 || !(hoursPerVerdict > 0)) {
            throw new IllegalArgumentException(
                    "need slots >= 0 and hours per verdict > 0, were " + slots + " and " + hoursPerVerdict);
        }
    }

    /** slots x 24 / hours. */
    public double verdictsPerDay() {
        return slots * 24 / hoursPerVerdict;
    }
}
