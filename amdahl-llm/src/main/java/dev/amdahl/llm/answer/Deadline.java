package dev.amdahl.llm.answer;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The moment at which a question is given up, by a clock that nobody sets. Immutable. */
public final class Deadline {
    private static final Duration MAX_DURATION = Duration.ofDays(365);

    private final long start = System.nanoTime();
    private final Duration limit;

    private Deadline(Duration limit) {
        this.limit = limit.compareTo(MAX_DURATION) < 0 ? limit : MAX_DURATION;
    }

    /** So long from now; a year at most. */
    public static Deadline in(Duration limit) {
        return new Deadline(limit);
    }

    /** Returns how long it was at the start. */
    public Duration limit() {
        return limit;
    }

    /** Returns what is left of it; zero when it is over. */
    public Duration left() {
        Duration left = limit.minusNanos(System.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Returns whether nothing is left. */
    public boolean isOver() {
        return left().isZero();
    }

    /** Waits until nothing is left; returns whether that came, and nobody interrupted. */
    public boolean hasPassed() {
        while (!isOver() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(left().toNanos());
        }
        return isOver();
    }
}
