package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import java.util.Arrays;

/** Consecutive windows of about equal length that tile a span, by their bounds. */
final class Windows {
    private Windows() {}

    /** Returns the bounds of so many windows, fewer where the span has fewer nanoseconds. */
    static long[] bounds(long from, long to, int windows) {
        int count = (int) Math.max(1, Math.min(windows, to - from));
        long[] bounds = new long[count + 1];
        for (int i = 0; i <= count; i++) {
            bounds[i] = from + Math.round((double) (to - from) * i / count);
        }
        return bounds;
    }

    /** Returns the window that an instant of the span lies in. */
    static int at(long[] bounds, long instant) {
        int found = Arrays.binarySearch(bounds, instant);
        return Math.min(bounds.length - 2, found >= 0 ? found : -found - 2);
    }

    /** Nanoseconds of each window that intervals cover, of those between two instants. */
    static long[] lengths(Spans intervals, long[] bounds, long least, long most) {
        long[] lengths = new long[bounds.length - 1];
        int first = 0;
        for (int window = 0; window < lengths.length; window++) {
            long from = Math.max(least, bounds[window]);
            long to = Math.min(most, bounds[window + 1]);
            while (first < intervals.size() && intervals.end(first) <= from) {
                first++;
            }
            for (int i = first; i < intervals.size() && intervals.start(i) < to; i++) {
                lengths[window] += Math.max(0, Math.min(to, intervals.end(i)) - Math.max(from, intervals.start(i)));
            }
        }
        return lengths;
    }
}
