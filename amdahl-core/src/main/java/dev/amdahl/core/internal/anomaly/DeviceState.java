package dev.amdahl.core.internal.anomaly;

/** The newest readings of one device, for rules over several series. Allocates nothing. Not thread-safe. */
final class DeviceState {
    private static final double RATE = 1.0 / 8;
    private static final double ENTER = .5;
    private static final double LEAVE = .1;
    private static final double REACHED = .98;
    private static final double FAR_BELOW = .9;
    private static final double AT_WORK = .5;

    double busy = Double.NaN;
    long busyNanos;
    double clock = Double.NaN;
    double requestedClock = Double.NaN;
    boolean hasReasons;
    long throttledSince;
    long throttledSamples;
    private double throttled;
    private boolean isReported;

    /** Returns whether the newest busy share is of the last five minutes. */
    boolean knowsBusy(long nanos) {
        return !Double.isNaN(busy) && Math.abs(nanos - busyNanos) <= 300_000_000_000L;
    }

    /** Returns a sample of the driver's reasons; true at the sample from which on it counts as throttled. */
    boolean reason(long nanos, double share) {
        boolean reached = clock >= REACHED * requestedClock;
        boolean atRest = knowsBusy(nanos) && busy < .05;
        return throttle(nanos, reached || atRest ? 0 : Math.min(1, share));
    }

    /** Returns a sample of the clock, where the driver gives no reasons. */
    boolean clock(long nanos) {
        return !hasReasons
                && throttle(nanos, clock < FAR_BELOW * requestedClock && knowsBusy(nanos) && busy >= AT_WORK ? 1 : 0);
    }

    private boolean throttle(long nanos, double share) {
        if (share > 0) {
            throttledSince = throttledSamples == 0 ? nanos : throttledSince;
            throttledSamples++;
        } else if (throttled < LEAVE) {
            throttledSamples = 0;
        }
        throttled += RATE * (share - throttled);
        isReported &= throttled >= LEAVE;
        if (throttled > ENTER && !isReported) {
            isReported = true;
            return true;
        }
        return false;
    }

    boolean isThrottled() {
        return throttled >= LEAVE && isReported;
    }
}
