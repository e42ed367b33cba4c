package dev.amdahl.profilers.internal.joblog;

import dev.amdahl.profilers.internal.LaneColumnsBuilder;
import dev.amdahl.spi.job.Activity;
import java.util.Arrays;
import java.util.Optional;

/**
 * Lays steps on a line of time. With times: a step ends when its line was written; if a line stands for several steps, they get equal
 * parts, of the length that the line gives or else of the time since the line before. Without times: steps lie end to end from 0. Not
 * thread-safe.
 */
final class StepTrack {
    private static final int MAX_PARTS = 10_000;
    private static final double TOLERANCE = 1.05;
    private static final long LATEST = 4_102_444_800_000_000_000L;

    private final LaneColumnsBuilder lane = new LaneColumnsBuilder(Activity.Side.PHASE, -1, "steps");
    private final int maxEvents;
    private long[] lengths = new long[64];
    private long epoch = -1;
    private long number = -1;
    private long lastTime = Long.MIN_VALUE;
    private long cursor;
    private long furthest = -1;
    private long repeatedNanos;
    private long totalNanos;
    private int falls;
    private boolean resumed;

    StepTrack(int maxEvents) {
        this.maxEvents = maxEvents;
    }

    /** Adds a step; false when there is no more room. */
    boolean add(LogStep step, Optional<LogTime> time) {
        if (step.epoch() == epoch && step.number() == number) {
            return true;
        }
        boolean falling = step.epoch() < epoch || (step.epoch() == epoch && step.number() < number);
        falls += falling ? 1 : 0;
        long steps = step.epoch() == epoch && step.number() > number && number >= 0 ? step.number() - number : 1;
        epoch = step.epoch();
        number = step.number();
        long length = Double.isNaN(step.seconds()) ? -1 : Math.round(step.seconds() * 1e9);
        if (time.isPresent()) {
            timed(step, steps, length, time.get().nanos());
        } else if (length >= 0) {
            long began = advance(length);
            put(began, began + length, step.number());
        }
        furthest = Math.max(furthest, number);
        return lane.size() <= maxEvents;
    }

    private void timed(LogStep step, long steps, long length, long end) {
        long since = lastTime == Long.MIN_VALUE ? -1 : end - lastTime;
        int parts = (int) Math.min(MAX_PARTS, steps);
        if (length >= 0) {
            boolean fits = since >= 0 && steps <= MAX_PARTS && (double) length * parts <= since * TOLERANCE;
            int shown = fits ? parts : 1;
            for (int i = shown - 1; i >= 0; i--) {
                put(end - (i + 1) * length, end - i * length, step.number() - i);
            }
        } else if (since >= 0) {
            for (int i = 0; i < parts; i++) {
                put(
                        lastTime + part(since, i, parts),
                        lastTime + part(since, i + 1, parts),
                        step.number() - parts + 1 + i);
            }
        }
        lastTime = Math.max(lastTime, end);
    }

    private static long part(long whole, int i, int parts) {
        return whole / parts * i + whole % parts * i / parts;
    }

    private void put(long start, long end, long step) {
        int size = lane.size();
        if (size > maxEvents) {
            return;
        }
        lane.add(start, end, Activity.STEP, "step " + step, -1);
        if (size == lengths.length) {
            lengths = Arrays.copyOf(lengths, size + size / 2);
        }
        lengths[size] = end - start;
        totalNanos += end - start;
        repeatedNanos += resumed && step <= furthest ? end - start : 0;
    }

    /** Time beside the steps, of a log without times; where it began. */
    long advance(long nanos) {
        long began = Math.min(cursor, LATEST);
        cursor = began + nanos;
        return began;
    }

    /** A line says that the job goes on from a checkpoint. */
    void resume() {
        resumed |= furthest >= 0;
    }

    LaneColumnsBuilder lane() {
        return lane;
    }

    /** Returns how often the numbers fall. */
    int falls() {
        return falls;
    }

    /** The share of the steps' time that was spent on numbers seen before, once the log says that it resumed. */
    Optional<Double> repeatedShare() {
        return resumed && totalNanos > 0 ? Optional.of((double) repeatedNanos / totalNanos) : Optional.empty();
    }

    /** Returns the lower median length, ns; -1 without steps. */
    long medianNanos() {
        long[] sorted = Arrays.copyOf(lengths, lane.size());
        Arrays.sort(sorted);
        return sorted.length == 0 ? -1 : sorted[(sorted.length - 1) / 2];
    }
}
