package dev.amdahl.profilers.internal.kineto.lane;

import dev.amdahl.spi.job.Activity;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Walks over the frames of one thread in the order of time, with the stack of those that are open. Time goes to the frame of the user's
 * own that opened last, without one to the last of all; frames that cross each other's ends, which no interpreter makes, share nothing.
 * Not thread-safe.
 */
@SuppressWarnings("EnumOrdinal")
final class FrameSweep {
    private static final Set<Activity> WAITS = EnumSet.of(
            Activity.SYNC,
            Activity.LAUNCH,
            Activity.INPUT_WAIT,
            Activity.CHECKPOINT,
            Activity.SIDE_WORK,
            Activity.OFF_CPU);

    private final Frames frames;
    private final FrameTimes times;
    private final LaunchedTime launched;
    private int[] stack = new int[64];
    /** At each depth, the depth of the innermost frame of the user's own; -1 for none. */
    private int[] own = new int[64];

    private int depth;
    private boolean isDriving;
    private int next;
    private long cursor = Long.MIN_VALUE;

    FrameSweep(Frames frames, FrameTimes times, LaunchedTime launched) {
        this.frames = frames.sorted();
        this.times = times;
        this.launched = launched;
    }

    /** Counts the frames' own time, and the waits of the thread's lane and the device work that it launched under them. */
    void run(LaneColumns lane) {
        long[] reached = new long[Activity.values().length];
        Arrays.fill(reached, Long.MIN_VALUE);
        isDriving = drives(lane);
        for (int i = 0; i < lane.size(); i++) {
            Activity activity = lane.activity(i);
            long work = launched.take(lane.correlation(i));
            boolean isWait = WAITS.contains(activity);
            if (!isWait && work == 0) {
                continue;
            }
            long start = lane.start(i) - lane.offset();
            long end = lane.end(i) - lane.offset();
            open(start);
            launch(work);
            if (isWait && start >= reached[activity.ordinal()]) {
                reached[activity.ordinal()] = end;
                count(activity, start, end);
            }
        }
        open(Long.MAX_VALUE);
    }

    /** Gives device work to the line of the user's own that is open, else to the innermost of any, and to the innermost module. */
    private void launch(long nanos) {
        if (nanos == 0 || depth == 0) {
            return;
        }
        int line = own[depth - 1];
        int module = -1;
        for (int level = depth - 1; level >= 0 && (line < 0 || module < 0); level--) {
            FrameTimes.Times frame = of(stack[level]);
            line = line < 0 && frame.hasLine ? level : line;
            module = module < 0 && frame.isModule ? level : module;
        }
        for (int level : new int[] {line, module}) {
            if (level >= 0) {
                of(stack[level]).launches++;
                of(stack[level]).launchedNanos += nanos;
            }
        }
    }

    private static boolean drives(LaneColumns lane) {
        for (int i = 0; i < lane.size(); i++) {
            if (lane.activity(i) == Activity.LAUNCH) {
                return true;
            }
        }
        return false;
    }

    /** Opens the frames that start by then, and closes those that end by then. */
    private void open(long until) {
        while (next < frames.size() && frames.starts.get(next) <= until) {
            long start = frames.starts.get(next);
            close(start);
            spend(start);
            if (depth == stack.length) {
                stack = Arrays.copyOf(stack, 2 * depth);
                own = Arrays.copyOf(own, 2 * depth);
            }
            own[depth] = of(next).isOwn ? depth : depth == 0 ? -1 : own[depth - 1];
            stack[depth++] = next++;
        }
        close(until);
    }

    private void close(long until) {
        while (depth > 0 && frames.end(stack[depth - 1]) <= until) {
            pop();
        }
    }

    private void pop() {
        spend(frames.end(stack[depth - 1]));
        depth--;
    }

    private void spend(long until) {
        if (depth > 0 && until > cursor) {
            int level = own[depth - 1] >= 0 ? own[depth - 1] : depth - 1;
            FrameTimes.Times frame = of(stack[level]);
            if (isDriving) {
                frame.driving += until - cursor;
            } else {
                frame.other += until - cursor;
            }
        }
        cursor = Math.max(cursor, until);
    }

    private void count(Activity activity, long start, long end) {
        long wait = times.nextWait();
        int i = activity.ordinal();
        boolean isInner = true;
        for (int level = depth - 1; level >= 0; level--) {
            FrameTimes.Times frame = of(stack[level]);
            long time = Math.max(0, Math.min(end, frames.end(stack[level])) - start);
            if (isInner && (frame.hasLine || level == 0)) {
                frame.calls[i]++;
                frame.waitSelf[i] += time;
                isInner = false;
            }
            if (frame.lastWait != wait) {
                frame.lastWait = wait;
                frame.waitTotal[i] += time;
            }
        }
    }

    private FrameTimes.Times of(int frame) {
        return times.of(frames.symbol(frame));
    }
}
