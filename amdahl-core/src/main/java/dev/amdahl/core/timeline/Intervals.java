package dev.amdahl.core.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Disjoint intervals in rising order that do not touch, as two arrays. Immutable. */
final class Intervals {
    static final Intervals EMPTY = new Intervals(new long[0], new long[0], 0);

    private final long[] starts;
    private final long[] ends;
    private final int size;

    private Intervals(long[] starts, long[] ends, int size) {
        this.starts = starts;
        this.ends = ends;
        this.size = size;
    }

    /** The union of the lanes' intervals of these kinds, cut to a window; empty intervals vanish. */
    static Intervals union(Collection<Lane> lanes, Set<Activity> kinds, long from, long to) {
        Map<Activity, Intervals> byKind = byKind(lanes, from, to);
        Intervals union = EMPTY;
        for (Activity kind : kinds) {
            union = union.or(byKind.getOrDefault(kind, EMPTY));
        }
        return union;
    }

    /** The same for every kind at once, in one walk over the lanes; kinds without intervals are absent. */
    static Map<Activity, Intervals> byKind(Collection<Lane> lanes, long from, long to) {
        Map<Activity, Columns> columns = new EnumMap<>(Activity.class);
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                long start = clip(lane.start(i), from, to);
                long end = clip(lane.end(i), from, to);
                if (start < end) {
                    Columns own = columns.get(lane.activity(i));
                    if (own == null) {
                        own = new Columns();
                        columns.put(lane.activity(i), own);
                    }
                    own.add(start, end);
                }
            }
        }
        Map<Activity, Intervals> byKind = new EnumMap<>(Activity.class);
        columns.forEach((kind, own) -> byKind.put(kind, own.union()));
        return byKind;
    }

    /** Growing bounds; what begins inside the one before only lengthens it. Used once. Not thread-safe. */
    private static final class Columns {
        private long[] starts = new long[16];
        private long[] ends = new long[16];
        private int size;
        private boolean isUnion = true;

        void add(long start, long end) {
            if (size > 0 && start >= starts[size - 1] && start <= ends[size - 1]) {
                ends[size - 1] = Math.max(ends[size - 1], end);
                return;
            }
            isUnion &= size == 0 || start > ends[size - 1];
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, size + size / 2);
                ends = Arrays.copyOf(ends, size + size / 2);
            }
            starts[size] = start;
            ends[size++] = end;
        }

        Intervals union() {
            return isUnion ? new Intervals(starts, ends, size) : merged(starts, ends, size);
        }
    }

    /** The union of intervals given by their bounds, cut to a window; the arrays are used up. */
    static Intervals of(long[] starts, long[] ends, long from, long to) {
        int count = 0;
        for (int i = 0; i < starts.length; i++) {
            long start = clip(starts[i], from, to);
            long end = clip(ends[i], from, to);
            if (start < end) {
                starts[count] = start;
                ends[count++] = end;
            }
        }
        return merged(starts, ends, count);
    }

    /** Starts and ends are sorted apart: how many have begun and ended by an instant is all that a union needs. */
    private static Intervals merged(long[] starts, long[] ends, int count) {
        Arrays.sort(starts, 0, count);
        Arrays.sort(ends, 0, count);
        int size = 0;
        int open = 0;
        for (int i = 0; i < count; i++) {
            if (i + 1 == count || starts[i + 1] > ends[i]) {
                starts[size] = starts[open];
                ends[size++] = ends[i];
                open = i + 1;
            }
        }
        return new Intervals(starts, ends, size);
    }

    /** The union with others. */
    Intervals or(Intervals other) {
        if (other.size == 0) {
            return this;
        }
        if (size == 0) {
            return other;
        }
        long[] allStarts = new long[size + other.size];
        long[] allEnds = new long[size + other.size];
        int count = 0;
        for (int i = 0, j = 0; i < size || j < other.size; ) {
            boolean own = j == other.size || (i < size && starts[i] <= other.starts[j]);
            long start = own ? starts[i] : other.starts[j];
            long end = own ? ends[i++] : other.ends[j++];
            if (count > 0 && start <= allEnds[count - 1]) {
                allEnds[count - 1] = Math.max(allEnds[count - 1], end);
            } else {
                allStarts[count] = start;
                allEnds[count++] = end;
            }
        }
        return new Intervals(allStarts, allEnds, count);
    }

    private static long clip(long value, long from, long to) {
        return Math.max(from, Math.min(to, value));
    }

    int size() {
        return size;
    }

    long start(int i) {
        return starts[i];
    }

    long end(int i) {
        return ends[i];
    }

    /** Total length within a window. */
    long length(long from, long to) {
        long sum = 0;
        for (int i = endingAfter(from); i < size && starts[i] < to; i++) {
            sum += Math.max(0, Math.min(to, ends[i]) - Math.max(from, starts[i]));
        }
        return sum;
    }

    /** The first covered instant of a window; the largest number if there is none. */
    long firstIn(long from, long to) {
        int i = endingAfter(from);
        return i < size && starts[i] < to ? Math.max(from, starts[i]) : Long.MAX_VALUE;
    }

    /** The end of what is covered in a window; the smallest number if nothing is. */
    long lastIn(long from, long to) {
        int i = endingAfter(to);
        if (i < size && starts[i] < to) {
            return to;
        }
        return i > 0 && ends[i - 1] > from ? ends[i - 1] : Long.MIN_VALUE;
    }

    private int endingAfter(long instant) {
        int at = Arrays.binarySearch(ends, 0, size, instant);
        return at >= 0 ? at + 1 : -at - 1;
    }

    Cursor cursor() {
        return new Cursor();
    }

    /** Walks forward in time without allocation. Not thread-safe. */
    final class Cursor {
        private int next;

        /** Moves to an instant not before the last one. */
        void advance(long to) {
            while (next < size && ends[next] <= to) {
                next++;
            }
        }

        boolean covers(long instant) {
            return next < size && starts[next] <= instant;
        }

        /** The next start or end after an instant that was advanced to. */
        long boundaryAfter(long instant) {
            if (next >= size) {
                return Long.MAX_VALUE;
            }
            return starts[next] > instant ? starts[next] : ends[next];
        }

        /** Whether an interval that began before the instant ends within the slack before it, or later. */
        boolean reaches(long instant, long slack) {
            if (next < size && starts[next] < instant) {
                return true;
            }
            return next > 0 && ends[next - 1] >= instant - slack;
        }
    }
}
