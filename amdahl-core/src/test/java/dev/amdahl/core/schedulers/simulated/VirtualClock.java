package dev.amdahl.core.schedulers.simulated;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves only when it is moved. Thread-safe. */
public final class VirtualClock extends Clock {
    private volatile Instant now;

    /** Starts at an instant. */
    public VirtualClock(Instant start) {
        now = start;
    }

    /** Moves on; never back. */
    public synchronized void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time does not run back, by was " + by);
        }
        now = now.plus(by);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(now, zone);
    }
}
