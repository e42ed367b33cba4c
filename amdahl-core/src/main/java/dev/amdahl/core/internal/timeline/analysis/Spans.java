package dev.amdahl.core.internal.timeline.analysis;

import java.util.Arrays;

/** Disjoint spans of time in rising order that do not touch, as two arrays, with the algebra of sets. Immutable. */
public final class Spans {
    /** No span. */
    public static final Spans NONE = new Spans(new long[0], new long[0], 0);

    private final long[] starts;
    private final long[] ends;
    private final int size;

    private Spans(long[] starts, long[] ends, int size) {
        this.starts = starts;
        this.ends = ends;
        this.size = size;
    }

    /** Returns how many. */
    public int size() {
        return size;
    }

    /** Returns where the i-th begins. */
    public long start(int i) {
        return starts[i];
    }

    /** Returns where it ends; not part of it. */
    public long end(int i) {
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
    public long length(long from, long to) {
        long sum = 0;
        for (int i = endingAfter(from); i < size && starts[i] < to; i++) {
            sum += Math.max(0, Math.min(to, ends[i]) - Math.max(from, starts[i]));
        }
        return sum;
    }

    /** Returns the first covered instant of a window; the largest number if there is none. */
    public long firstIn(long from, long to) {
        int i = endingAfter(from);
        return i < size && starts[i] < to ? Math.max(from, starts[i]) : Long.MAX_VALUE;
    }

    /** The end of what is covered in a window; the smallest number if nothing is. */
    public long lastIn(long from, long to) {
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

    /** Returns whether a span holds the instant. */
    boolean covers(long instant) {
        int at = Arrays.binarySearch(starts, 0, size, instant);
        int last = at >= 0 ? at : -at - 2;
        return last >= 0 && instant < ends[last];
    }

    /** Returns what is in either. */
    public Spans or(Spans other) {
        if (other.size == 0 || size == 0) {
            return size == 0 ? other : this;
        }
        Builder both = new Builder();
        for (int i = 0, j = 0; i < size || j < other.size; ) {
            boolean own = j == other.size || (i < size && starts[i] <= other.starts[j]);
            both.add(own ? starts[i] : other.starts[j], own ? ends[i++] : other.ends[j++]);
        }
        return both.build();
    }

    /** Returns what is in both. */
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

    /** Returns what is here and not in the other. */
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

    /** At its beginning. */
    public Cursor cursor() {
        return new Cursor();
    }

    /** Walks forward in time without allocation. Not thread-safe. */
    public final class Cursor {
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

        /** Returns whether a span began before the instant and ends at most {@code slack} before it, or later; the instant must not go back. */
        public boolean reaches(long instant, long slack) {
            advance(instant);
            return (next < size && starts[next] < instant) || (next > 0 && ends[next - 1] >= instant - slack);
        }

        /** Moves to an instant not before the last one. */
        public void advance(long to) {
            while (next < size && ends[next] <= to) {
                next++;
            }
        }

        /** Returns whether a span holds the instant that was advanced to. */
        public boolean covers(long instant) {
            return next < size && starts[next] <= instant;
        }

        /** The next start or end after an instant that was advanced to. */
        public long boundaryAfter(long instant) {
            if (next >= size) {
                return Long.MAX_VALUE;
            }
            return starts[next] > instant ? starts[next] : ends[next];
        }
    }

    /** Collects spans in any order; empty ones vanish. Used once. Not thread-safe. */
    public static final class Builder {
        private long[] starts = new long[16];
        private long[] ends = new long[16];
        private int size;
        private boolean isUnion = true;

        /** Sets one more. */
        public Builder add(long start, long end) {
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

        /** Returns the union. Starts and ends are sorted apart: how many have begun and ended by an instant is all that it needs. */
        public Spans build() {
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
