package dev.amdahl.core.internal.roi;

/** Shares of accelerator-hours that changes save. */
public final class SavedFraction {
    private SavedFraction() {}

    /** Changes adopted one after the other, each measured against the one before: 1 - prod(1 - s); never their sum. */
    public static double stacked(double... fractions) {
        double left = 1;
        for (double fraction : fractions) {
            left *= 1 - fraction;
        }
        return 1 - left;
    }

    /** Accelerators that a yearly saving frees: hours / (8,760 x availability). */
    public static double freedAccelerators(double acceleratorHoursPerYear, double availability) {
        if (!(availability > 0 && availability <= 1)) {
            throw new IllegalArgumentException("availability must lie in (0, 1], was " + availability);
        }
        return acceleratorHoursPerYear / (8_760 * availability);
    }
}
