package dev.amdahl.core.internal.timeline.joined;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Estimates how the clock of one timeline lies to that of another. Two that count from the epoch share a clock, each within its
 * writer's error. Else intervals with a name that occurs once in each, such as steps, are taken for the same thing: the offset is
 * the median of the differences of their starts, and the bound the largest distance from it.
 */
final class Clocks {
    /** What two writers on one machine may differ by that both count from the epoch: 1 ms each. */
    static final long EPOCH_SKEW_NANOS = 2_000_000;

    /** Marks that differ by more than this from each other are not the same things. */
    static final long MAX_SKEW_NANOS = 5_000_000;

    private static final int MIN_MARKS = 3;
    private static final int MAX_NAMES = 200_000;
    private static final long SEEN_TWICE = Long.MIN_VALUE;

    private Clocks() {}

    /** Returns what brings {@code other} onto the clock of {@code base}; empty where nothing tells. */
    static Optional<ClockFit> fit(Timeline base, Timeline other) {
        return base.isEpochBased() && other.isEpochBased()
                ? Optional.of(new ClockFit(0, EPOCH_SKEW_NANOS, "both count from the epoch"))
                : byMarks(marks(base), marks(other));
    }

    private static Optional<ClockFit> byMarks(Map<String, Long> base, Map<String, Long> other) {
        long[] differences = other.entrySet().stream()
                .flatMapToLong(mark -> {
                    Long start = base.get(mark.getKey());
                    return start == null ? LongStream.empty() : LongStream.of(start - mark.getValue());
                })
                .sorted()
                .toArray();
        if (differences.length < MIN_MARKS) {
            return Optional.empty();
        }
        long offset = differences[(differences.length - 1) / 2];
        long bound = Arrays.stream(differences)
                .map(difference -> Math.abs(difference - offset))
                .max()
                .orElse(0);
        return bound > MAX_SKEW_NANOS
                ? Optional.empty()
                : Optional.of(new ClockFit(offset, bound, "from " + differences.length + " shared marks"));
    }

    /** Starts by name, of names that occur once. */
    private static Map<String, Long> marks(Timeline timeline) {
        Map<String, Long> starts = new HashMap<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() != Activity.Side.DEVICE && i < lane.size(); i++) {
                String label = lane.label(i);
                if (starts.containsKey(label)) {
                    starts.put(label, SEEN_TWICE);
                } else if (starts.size() < MAX_NAMES) {
                    starts.put(label, lane.start(i));
                }
            }
        }
        starts.values().removeIf(start -> start == SEEN_TWICE);
        return starts;
    }
}
