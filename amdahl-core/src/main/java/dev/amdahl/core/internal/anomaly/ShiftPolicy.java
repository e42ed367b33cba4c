package dev.amdahl.core.internal.anomaly;

/**
 * When a change of level counts.
 *
 * @param up whether a rise counts
 * @param down whether a fall counts
 * @param spreads least change, in robust standard deviations of the series before it
 * @param relative least change, as a share of the level before it
 * @param memory samples over which the level is learned; a slow trend within them is followed and is no change
 * @param bar what the cumulative sum must exceed; each unit raises the mean time between false alarms about 2.5 times or more
 */
record ShiftPolicy(boolean up, boolean down, double spreads, double relative, int memory, double bar) {
    /** The bar at which stationary series of every kind tried give under one false alarm in 10,000 samples. */
    public static final double BAR = 12;

    private static final int SHORT = 128;
    private static final int LONG = 256;

    /** @throws IllegalArgumentException if a bound is not positive */
    public ShiftPolicy {
        if (!(spreads > 0 && relative >= 0 && bar > 0 && memory > 0)) {
            throw new IllegalArgumentException("spreads and bar must be positive and relative not negative, were "
                    + spreads + ", " + bar + " and " + relative);
        }
    }

    /** A rise of three spreads and a twentieth of the level. */
    static final ShiftPolicy LOSS = new ShiftPolicy(true, false, 3, .05, SHORT, BAR);
    /** A rise to twice the level. */
    static final ShiftPolicy GRADIENT_NORM = new ShiftPolicy(true, false, 4, 1, SHORT, BAR);
    /** A rise by a quarter. */
    static final ShiftPolicy STEP_SECONDS = new ShiftPolicy(true, false, 3, .25, LONG, BAR);
    /** A fall by a quarter. */
    static final ShiftPolicy RATE = new ShiftPolicy(false, true, 2.5, .25, LONG, BAR);
    /** A change by a tenth. */
    static final ShiftPolicy MEMORY = new ShiftPolicy(true, true, 3, .1, LONG, BAR);
}
