package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The window whose length is explained, on the timeline's clock, ns.
 *
 * @param from where it begins
 * @param hostTo where the host's part ends: what is launched later does not belong to it
 * @param to where it ends: {@code hostTo}, or the end of the last device work launched before it
 */
record Span(long from, long hostTo, long to) {
    private record Range(long start, long end) {}

    static Span of(long from, long to) {
        if (to < from) {
            throw new IllegalArgumentException("a window ends at " + to + ", before it begins at " + from);
        }
        return new Span(from, to, to);
    }

    /** From the start of one interval whose label holds a text to the end of another, counted from 0 by start. */
    static Span of(Timeline timeline, Launches launches, String label, int first, int last) {
        List<Range> found = find(timeline.lanes(), label);
        if (first < 0 || last < first || last >= found.size()) {
            throw new InvalidInputException(
                    "annotation '" + label + "'",
                    "occurrence " + first + " to " + last + " was asked for, it occurs " + found.size() + " times",
                    "count from 0, or name a text that is in the labels of the trace");
        }
        long from = found.get(first).start();
        long to = from;
        for (Range range : found.subList(first, last + 1)) {
            to = Math.max(to, range.end());
        }
        return new Span(from, to, Math.max(to, lastLaunched(timeline.lanes(), launches, from, to)));
    }

    /** Returns whether it ends at an instant, not with the work launched in it. */
    boolean isCut() {
        return hostTo == to && from < to;
    }

    /** Returns whether device work that a call launched, if one is known, belongs to the window. */
    boolean holds(Launches launches, int call, long start) {
        return (call == Launches.NONE ? start : launches.start(call)) < hostTo;
    }

    private static List<Range> find(List<Lane> lanes, String label) {
        List<Range> found = new ArrayList<>();
        Map<String, Boolean> known = new HashMap<>();
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() != Activity.Side.DEVICE && i < lane.size(); i++) {
                if (known.computeIfAbsent(lane.label(i), text -> text.contains(label))) {
                    found.add(new Range(lane.start(i), lane.end(i)));
                }
            }
        }
        found.sort(Comparator.comparingLong(Range::start));
        return found;
    }

    private static long lastLaunched(List<Lane> lanes, Launches launches, long from, long to) {
        long last = to;
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                int call = launches.find(lane.correlation(i));
                if (call != Launches.NONE && launches.start(call) >= from && launches.start(call) < to) {
                    last = Math.max(last, lane.end(i));
                }
            }
        }
        return last;
    }
}
