package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;

/** The true time, which only passes, and the clock that the loop sees, which may jump. Not thread-safe. */
final class WorldTime {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final SettableClock clock = new SettableClock(START);
    private Instant truth = START;

    SettableClock clock() {
        return clock;
    }

    Instant truth() {
        return truth;
    }

    void pass(Duration time) {
        truth = truth.plus(time);
        clock.advance(time);
    }

    /** True time passes that the clock does not show. */
    void stand(Duration time) {
        truth = truth.plus(time);
    }

    void jump(Duration by) {
        clock.advance(by);
    }
}
