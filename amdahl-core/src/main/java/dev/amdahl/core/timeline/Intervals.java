package dev.amdahl.core.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.Collection;
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
        int count = 0;
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                if (kinds.contains(lane.activity(i)) && clip(lane.start(i), from, to) < clip(lane.end(i), from, to)) {
                    count++;
                }
            }
        }
        long[] starts = new long[count];
        long[] ends = new long[count];
        int at = 0;
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                long start = clip(lane.start(i), from, to);
                long end = clip(lane.end(i), from, to);
                if (start < end && kinds.contains(lane.activity(i))) {
                    starts[at] = start;
                    ends[at++] = end;
                }
            }
        }
        return merged(starts, ends);
    }

    /** Starts and ends are sorted apart: how many have begun and ended by an instant is all that a union needs. */
    private static Intervals merged(long[] starts, long[] ends) {
        Arrays.sort(starts);
        Arrays.sort(ends);
        int size = 0;
        int closed = 0;
        for (int opened = 0; opened < starts.length; ) {
            long begin = starts[opened];
            do {
                while (opened < starts.length && starts[opened] <= ends[closed]) {
                    opened++;
                }
                closed++;
            } while (closed < opened);
            long finish = ends[closed - 1];
            starts[size] = begin;
            ends[size++] = finish;
        }
        return new Intervals(starts, ends, size);
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
        for (int i = 0; i < size && starts[i] < to; i++) {
            sum += Math.max(0, Math.min(to, ends[i]) - Math.max(from, starts[i]));
        }
        return sum;
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
