package dev.amdahl.core.testing;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until it is told the time. Thread-safe. */
public final class SettableClock extends Clock {
    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    /** Returns a clock that stands at that time, in UTC. */
    public SettableClock(Instant now) {
        this(new AtomicReference<>(requireNonNull(now, "now")), ZoneOffset.UTC);
    }

    private SettableClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = requireNonNull(zone, "zone");
    }

    /** Sets the time, back as well as forth. */
    public void set(Instant time) {
        now.set(requireNonNull(time, "time"));
    }

    /** Moves on by that much; back if it is negative. */
    public void advance(Duration by) {
        now.updateAndGet(time -> time.plus(by));
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** Returns a clock of that zone that shares this one's time. */
    @Override
    public Clock withZone(ZoneId other) {
        return new SettableClock(now, other);
    }

    @Override
    public Instant instant() {
        return requireNonNull(now.get());
    }
}
