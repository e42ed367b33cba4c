package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;

/**
 * Cuts the nested intervals of a host thread into pieces that tile a window up to the last end in it: each instant belongs to
 * the interval that began last among those that are open, or to none. Linear in the number of intervals; intervals that overlap
 * without nesting are cut all the same.
 */
final class HostPieces {
    /** Takes the pieces in order. */
    interface Sink {
        /** An interval of the lane begins; what was open before it has been given. */
        void begin(int interval);

        /** A piece that is not empty; {@code interval} is none where nothing is recorded. */
        void piece(long start, long end, int interval, boolean isInput);
    }

    private final Lane lane;
    private final Sink sink;
    private int[] open = new int[16];
    private int depth;
    private long at;
    private long inputUntil = Long.MIN_VALUE;

    private HostPieces(Lane lane, Sink sink, long from) {
        this.lane = lane;
        this.sink = sink;
        this.at = from;
    }

    static void cut(Lane lane, long from, long to, Sink sink) {
        HostPieces pieces = new HostPieces(lane, sink, from);
        for (int i = 0; i < lane.size() && lane.start(i) < to; i++) {
            if (lane.end(i) > from) {
                pieces.open(i, from, to);
            }
        }
        pieces.close(to);
        if (pieces.depth > 0) {
            pieces.give(to);
        }
    }

    private void open(int interval, long from, long to) {
        long start = Math.max(from, lane.start(interval));
        close(start);
        give(start);
        if (lane.start(interval) >= from) {
            sink.begin(interval);
        }
        if (lane.activity(interval) == Activity.INPUT_WAIT) {
            inputUntil = Math.max(inputUntil, Math.min(to, lane.end(interval)));
        }
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
        }
        open[depth++] = interval;
    }

    /** Ends the intervals that end until an instant. */
    private void close(long until) {
        while (depth > 0 && lane.end(open[depth - 1]) <= until) {
            give(lane.end(open[depth - 1]));
            depth--;
        }
    }

    private void give(long until) {
        if (until > at) {
            sink.piece(at, until, depth > 0 ? open[depth - 1] : Nodes.NONE, at < inputUntil);
            at = until;
        }
    }
}
