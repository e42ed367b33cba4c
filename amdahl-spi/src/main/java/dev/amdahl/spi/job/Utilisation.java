package dev.amdahl.spi.job;

/**
 * How the allocated accelerators of a run spent their seconds, as shares that add up to 1. Immutable.
 *
 * @param idle share with nothing running
 * @param low share in which something ran below the high threshold
 * @param high share at or above the high threshold
 * @param usefulInLow productive fraction of the low share, 0 to 1
 */
public record Utilisation(double idle, double low, double high, double usefulInLow) {
    public Utilisation {
        if (!(idle >= 0 && low >= 0 && high >= 0 && Math.abs(idle + low + high - 1) < 1e-6)) {
            throw new IllegalArgumentException(
                    "shares must be >= 0 and add up to 1, were " + idle + " + " + low + " + " + high);
        }
        if (!(usefulInLow >= 0 && usefulInLow <= 1)) {
            throw new IllegalArgumentException("useful fraction must lie in [0, 1], was " + usefulInLow);
        }
    }

    /** Share of the allocated seconds that did nothing useful: {@code 1 - (high + usefulInLow * low)}. */
    public double wasted() {
        return Math.max(0, 1 - high - usefulInLow * low);
    }
}
