package dev.amdahl.profilers.kineto.lane;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.HotFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sums of time by frame, over all threads. Not thread-safe. */
@SuppressWarnings("EnumOrdinal")
public final class FrameTimes {
    private static final int ACTIVITIES = Activity.values().length;

    private final Map<String, Times> times = new HashMap<>();
    private final String[] labels;
    private final @Nullable Times[] bySymbol;
    private long waits;

    /** @param labels the names of frames by symbol */
    public FrameTimes(String[] labels) {
        this.labels = labels;
        this.bySymbol = new Times[labels.length];
    }

    /** Sums of one frame. */
    static final class Times {
        final boolean hasLine;
        long self;
        final long[] calls = new long[ACTIVITIES];
        final long[] waitSelf = new long[ACTIVITIES];
        final long[] waitTotal = new long[ACTIVITIES];
        /** The last wait that was counted here, so that a frame that recurs on the stack counts it once. */
        long lastWait = -1;

        private Times(boolean hasLine) {
            this.hasLine = hasLine;
        }
    }

    /** Adds the frames of a thread, and what it waited under them. */
    void add(Frames frames, LaneColumns thread) {
        new FrameSweep(frames, this).run(thread);
    }

    /** The sums of the frame of that symbol. */
    Times of(int symbol) {
        Times known = bySymbol[symbol];
        if (known == null) {
            String frame = frame(labels[symbol]);
            known = times.computeIfAbsent(frame, any -> new Times(!frame.equals(labels[symbol])));
            bySymbol[symbol] = known;
        }
        return known;
    }

    /** A number for one more wait. */
    long nextWait() {
        return ++waits;
    }

    /** The hottest frames by exclusive time. */
    public List<HotFrame> hottest(int most) {
        List<HotFrame> hottest = new ArrayList<>();
        for (Map.Entry<String, Times> one : times.entrySet()) {
            if (one.getValue().self > 0) {
                hottest.add(new HotFrame(one.getKey(), one.getValue().self / 1e9));
            }
        }
        hottest.sort((a, b) ->
                a.seconds() == b.seconds() ? a.frame().compareTo(b.frame()) : Double.compare(b.seconds(), a.seconds()));
        return List.copyOf(hottest.subList(0, Math.min(most, hottest.size())));
    }

    /** The frames with the most time waited directly under them. */
    public List<FrameWait> waits(int most) {
        List<FrameWait> waits = new ArrayList<>();
        for (Map.Entry<String, Times> one : times.entrySet()) {
            Times time = one.getValue();
            for (Activity activity : Activity.values()) {
                int i = activity.ordinal();
                if (time.waitTotal[i] > 0) {
                    waits.add(
                            new FrameWait(one.getKey(), activity, time.calls[i], time.waitSelf[i], time.waitTotal[i]));
                }
            }
        }
        if (waits.isEmpty()) {
            return waits;
        }
        waits.sort(Comparator.comparingLong(FrameWait::selfNanos)
                .thenComparingLong(FrameWait::totalNanos)
                .reversed()
                .thenComparing(FrameWait::frame)
                .thenComparing(FrameWait::activity));
        return List.copyOf(waits.subList(0, Math.min(most, waits.size())));
    }

    /** {@code train.py(120): step} as {@code train.py:120 step}; any other name as it is. */
    static String frame(String name) {
        int end = name.indexOf("): ");
        int digits = end;
        while (digits > 0 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
            digits--;
        }
        boolean hasLine = digits < end && digits > 1 && name.charAt(digits - 1) == '(';
        return hasLine
                ? name.substring(0, digits - 1) + ":" + name.substring(digits, end) + " " + name.substring(end + 3)
                : name;
    }
}
