package dev.amdahl.core.internal.timeline.joined;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;

/** A lane copied out of one or two others, on one clock and cut to a span. Immutable. */
final class ColumnLane implements Lane {
    private final Lane first;
    private final Lane second;
    private final long[] starts;
    private final long[] ends;
    private final int[] from;

    private ColumnLane(Lane first, Lane second, long[] starts, long[] ends, int[] from) {
        this.first = first;
        this.second = second;
        this.starts = starts;
        this.ends = ends;
        this.from = from;
    }

    /** Returns a lane moved by an offset and cut to a span. */
    static Lane moved(Lane lane, long offset, long spanStart, long spanEnd) {
        return merged(lane, offset, lane, 0, 0, spanStart, spanEnd);
    }

    /** Returns the intervals of a lane on its own clock and those of another moved by an offset: one thread seen twice. */
    static Lane merged(Lane lane, Lane other, long offset, long spanStart, long spanEnd) {
        return merged(lane, 0, other, other.size(), offset, spanStart, spanEnd);
    }

    /** Both are sorted by start, and cutting keeps their order. */
    private static Lane merged(
            Lane first,
            long firstOffset,
            Lane second,
            int secondSize,
            long secondOffset,
            long spanStart,
            long spanEnd) {
        int all = first.size() + secondSize;
        long[] starts = new long[all];
        long[] ends = new long[all];
        int[] from = new int[all];
        int kept = 0;
        int a = 0;
        int b = 0;
        while (a + b < all) {
            boolean isFirst = b == secondSize
                    || (a < first.size() && first.start(a) + firstOffset <= second.start(b) + secondOffset);
            int at = isFirst ? a++ : b++;
            long start = isFirst ? first.start(at) + firstOffset : second.start(at) + secondOffset;
            long end = isFirst ? first.end(at) + firstOffset : second.end(at) + secondOffset;
            if (start <= spanEnd && end >= spanStart) {
                starts[kept] = Math.max(spanStart, start);
                ends[kept] = Math.min(spanEnd, end);
                from[kept++] = isFirst ? at : ~at;
            }
        }
        return new ColumnLane(
                first, second, Arrays.copyOf(starts, kept), Arrays.copyOf(ends, kept), Arrays.copyOf(from, kept));
    }

    @Override
    public Activity.Side side() {
        return first.side();
    }

    @Override
    public int device() {
        return first.device();
    }

    @Override
    public String name() {
        return first.name();
    }

    @Override
    public long process() {
        return first.process();
    }

    @Override
    public long thread() {
        return first.thread();
    }

    @Override
    public int size() {
        return starts.length;
    }

    @Override
    public long start(int i) {
        return starts[i];
    }

    @Override
    public long end(int i) {
        return ends[i];
    }

    @Override
    public Activity activity(int i) {
        return from[i] >= 0 ? first.activity(from[i]) : second.activity(~from[i]);
    }

    @Override
    public String label(int i) {
        return from[i] >= 0 ? first.label(from[i]) : second.label(~from[i]);
    }

    @Override
    public long correlation(int i) {
        return from[i] >= 0 ? first.correlation(from[i]) : second.correlation(~from[i]);
    }
}
