package dev.amdahl.spi.job;

/**
 * The utilization of a run's allocated accelerators, as shares that add up to 1.
 *
 * @param idle share with nothing running
 * @param low share in which something ran below the high threshold
 * @param high share at or above the high threshold
 * @param usefulInLow productive fraction of the low share, 0 to 1
 * @param unknown share that nobody measured; it is neither useful nor wasted
 */
public record Utilization(double idle, double low, double high, double usefulInLow, double unknown) {
    public Utilization {
        if (!(idle >= 0
                && low >= 0
                && high >= 0
                && unknown >= 0
                && unknown <= 1
                && Math.abs(idle + low + high + unknown - 1) < 1e-6)) {
            throw new IllegalArgumentException("shares must be >= 0 and add up to 1, were " + idle + " + " + low + " + "
                    + high + " + " + unknown + " unknown");
        }
        if (!(usefulInLow >= 0 && usefulInLow <= 1)) {
            throw new IllegalArgumentException("useful fraction must lie in [0, 1], was " + usefulInLow);
        }
    }

    /** Measured throughout. */
    public Utilization(double idle, double low, double high, double usefulInLow) {
        this(idle, low, high, usefulInLow, 0);
    }

    /** Share of the allocated seconds that was seen to do nothing useful: idle, and the part of low that was not productive. */
    public double wasted() {
        return Math.max(0, 1 - unknown - high - usefulInLow * low);
    }
}
