package dev.amdahl.core.schedulers.simulated;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that moves only when it is moved. Thread-safe. */
public final class VirtualClock extends Clock {
    private final AtomicReference<Instant> now;

    /** Starts at an instant. */
    public VirtualClock(Instant start) {
        now = new AtomicReference<>(start);
    }

    /** Moves on; never back. */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time does not run back, by was " + by);
        }
        now.updateAndGet(instant -> instant.plus(by));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(now.get(), zone);
    }
}
