package dev.amdahl.core.internal.anomaly;

/**
 * Finds a rise that is too slow for {@link LevelShift}, which follows trends: the smoothed series stands far above its own lowest point.
 * Far is five times the spread of the samples around it, or twenty times what their second differences leave of that where a trend
 * has widened it, and a share of that point. Allocates nothing. Not thread-safe.
 */
final class SlowRise {
    private static final double RATE = 1.0 / 64;
    private static final double CLIP = 4;
    private static final double SPREADS = 5;
    private static final double LOCAL_SPREADS = 20;
    private static final double NORMAL_ABSOLUTE = 1.2533;
    private static final double SECOND_DIFFERENCE = NORMAL_ABSOLUTE / Math.sqrt(6);
    private static final int WARM_UP = 128;

    private final double relative;
    private long samples;
    private double level;
    private double spread;
    private double local;
    private double last;
    private double lastChange;
    private double lowest = Double.POSITIVE_INFINITY;
    private double before;
    private long since;
    private long step;
    private long sinceSample;

    /** @param relative how far above its lowest point, as a share of that, it must stand at least */
    SlowRise(double relative) {
        this.relative = relative;
    }

    /** Takes a finite sample; true where the rise shows, and from then on the search begins again. */
    boolean accept(long nanos, long at, double value) {
        samples++;
        if (samples == 1) {
            level = value;
            last = value;
            return false;
        }
        double change = value - last;
        double second = Math.abs(change - lastChange);
        last = value;
        lastChange = change;
        double residual = value - level;
        double rate = Math.max(RATE, 1.0 / samples);
        double bound = samples < WARM_UP ? Math.abs(residual) : CLIP * spread;
        double clipped = Math.max(-bound, Math.min(bound, residual));
        level += rate * clipped;
        local += rate * (SECOND_DIFFERENCE * Math.min(second, samples < WARM_UP ? second : 4 * CLIP * local) - local);
        spread += rate * (NORMAL_ABSOLUTE * Math.min(Math.abs(residual), 2 * bound) - spread);
        if (samples < WARM_UP) {
            return false;
        }
        if (level < lowest) {
            lowest = level;
            since = nanos;
            step = at;
            sinceSample = samples;
        }
        if (level - lowest
                <= Math.max(Math.min(SPREADS * spread, LOCAL_SPREADS * local), relative * Math.abs(lowest))) {
            return false;
        }
        before = lowest;
        lowest = level;
        return true;
    }

    /** Forgets the lowest point: the change from it is known. */
    void forget() {
        lowest = level;
        samples = Math.min(samples, WARM_UP / 2);
    }

    double before() {
        return before;
    }

    double after() {
        return level;
    }

    long sinceNanos() {
        return since;
    }

    long sinceStep() {
        return step;
    }

    /** Samples since the lowest point. */
    long samples() {
        return samples - sinceSample + 1;
    }
}
