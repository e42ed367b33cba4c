package dev.amdahl.core.trial;

import java.time.Instant;
import java.util.Optional;

/**
 * One reading of two clocks.
 *
 * @param nanos wall clock, nanoseconds since 1970
 * @param uptimeBefore seconds since boot, read before the wall clock; 10 ms steps
 * @param uptimeAfter seconds since boot, read after it
 */
record Moment(long nanos, double uptimeBefore, double uptimeAfter) {
    /** Disagreement allowed between the clocks, seconds, and the resolution of the uptime. */
    private static final double TOLERANCE = .05 + .01;

    static Optional<Moment> parse(String text) {
        String[] words = text.split(" ", -1);
        try {
            return words.length == 3
                    ? Optional.of(new Moment(
                            Long.parseLong(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2])))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    double secondsSince(Moment start) {
        return (nanos - start.nanos) / 1e9;
    }

    /** Returns whether the wall clock went another way than the uptime since then. */
    boolean isSteppedSince(Moment start) {
        double wall = secondsSince(start);
        return wall < uptimeBefore - start.uptimeAfter - TOLERANCE
                || wall > uptimeAfter - start.uptimeBefore + TOLERANCE;
    }

    Instant instant() {
        return Instant.ofEpochSecond(0, nanos);
    }
}
