package dev.amdahl.core.timeline.analysis;

import java.util.Arrays;

/** Disjoint spans of time in rising order that do not touch, as two arrays, with the algebra of sets. Immutable. */
final class Spans {
    static final Spans NONE = new Spans(new long[0], new long[0], 0);

    private final long[] starts;
    private final long[] ends;
    private final int size;

    private Spans(long[] starts, long[] ends, int size) {
        this.starts = starts;
        this.ends = ends;
        this.size = size;
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

    /** Total length. */
    long length() {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += ends[i] - starts[i];
        }
        return sum;
    }

    /** Total length within [from, to). */
    long length(long from, long to) {
        return cursor().length(from, to);
    }

    /** Whether a span holds the instant. */
    boolean covers(long instant) {
        int at = Arrays.binarySearch(starts, 0, size, instant);
        int last = at >= 0 ? at : -at - 2;
        return last >= 0 && instant < ends[last];
    }

    /** What is in both. */
    Spans and(Spans other) {
        long[] from = new long[size + other.size];
        long[] to = new long[size + other.size];
        int n = 0;
        int j = 0;
        for (int i = 0; i < size; i++) {
            while (j < other.size && other.ends[j] <= starts[i]) {
                j++;
            }
            for (int k = j; k < other.size && other.starts[k] < ends[i]; k++) {
                from[n] = Math.max(starts[i], other.starts[k]);
                to[n++] = Math.min(ends[i], other.ends[k]);
            }
        }
        return new Spans(from, to, n);
    }

    /** What is here and not in the other. */
    Spans minus(Spans other) {
        long[] from = new long[size + other.size];
        long[] to = new long[size + other.size];
        int n = 0;
        int j = 0;
        for (int i = 0; i < size; i++) {
            long at = starts[i];
            while (j < other.size && other.ends[j] <= at) {
                j++;
            }
            for (int k = j; k < other.size && other.starts[k] < ends[i]; k++) {
                if (other.starts[k] > at) {
                    from[n] = at;
                    to[n++] = other.starts[k];
                }
                at = Math.max(at, other.ends[k]);
            }
            if (at < ends[i]) {
                from[n] = at;
                to[n++] = ends[i];
            }
        }
        return new Spans(from, to, n);
    }

    Cursor cursor() {
        return new Cursor();
    }

    /** Walks forward in time without allocation. Not thread-safe. */
    final class Cursor {
        private int next;

        /** Length within [from, to); from must not go back. */
        long length(long from, long to) {
            advance(from);
            long sum = 0;
            for (int i = next; i < size && starts[i] < to; i++) {
                sum += Math.min(to, ends[i]) - Math.max(from, starts[i]);
            }
            return sum;
        }

        /** Whether a span began before the instant and ends at most {@code slack} before it, or later; the instant must not go back. */
        boolean reaches(long instant, long slack) {
            advance(instant);
            return (next < size && starts[next] < instant) || (next > 0 && ends[next - 1] >= instant - slack);
        }

        private void advance(long to) {
            while (next < size && ends[next] <= to) {
                next++;
            }
        }
    }

    /** Collects spans in any order; empty ones vanish. Used once. Not thread-safe. */
    static final class Builder {
        private long[] starts = new long[16];
        private long[] ends = new long[16];
        private int size;
        private boolean isUnion = true;

        Builder add(long start, long end) {
            if (start >= end) {
                return this;
            }
            if (size > 0 && start >= starts[size - 1] && start <= ends[size - 1]) {
                ends[size - 1] = Math.max(ends[size - 1], end);
                return this;
            }
            isUnion &= size == 0 || start > ends[size - 1];
            if (size == starts.length) {
                int capacity = size + size / 2;
                starts = Arrays.copyOf(starts, capacity);
                ends = Arrays.copyOf(ends, capacity);
            }
            starts[size] = start;
            ends[size++] = end;
            return this;
        }

        Builder add(Spans spans) {
            for (int i = 0; i < spans.size; i++) {
                add(spans.starts[i], spans.ends[i]);
            }
            return this;
        }

        /** The union. Starts and ends are sorted apart: how many have begun and ended by an instant is all that it needs. */
        Spans build() {
            if (isUnion) {
                return new Spans(starts, ends, size);
            }
            Arrays.sort(starts, 0, size);
            Arrays.sort(ends, 0, size);
            int n = 0;
            int open = 0;
            for (int i = 0; i < size; i++) {
                if (i + 1 == size || starts[i + 1] > ends[i]) {
                    starts[n] = starts[open];
                    ends[n++] = ends[i];
                    open = i + 1;
                }
            }
            return n > size / 2
                    ? new Spans(starts, ends, n)
                    : new Spans(Arrays.copyOf(starts, n), Arrays.copyOf(ends, n), n);
        }
    }
}
