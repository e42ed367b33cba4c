package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** The time that lanes cover, cut to a window. */
final class LaneSpans {
    private LaneSpans() {}

    /** Returns the union of the lanes' intervals of these kinds; empty intervals vanish. */
    static Spans union(Collection<Lane> lanes, Set<Activity> kinds, long from, long to) {
        Map<Activity, Spans> byKind = byKind(lanes, from, to);
        Spans union = Spans.NONE;
        for (Activity kind : kinds) {
            union = union.or(byKind.getOrDefault(kind, Spans.NONE));
        }
        return union;
    }

    /** Returns the same for every kind at once, in one walk over the lanes; kinds without intervals are absent. */
    static Map<Activity, Spans> byKind(Collection<Lane> lanes, long from, long to) {
        Map<Activity, Spans.Builder> builders = new EnumMap<>(Activity.class);
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                long start = clip(lane.start(i), from, to);
                long end = clip(lane.end(i), from, to);
                if (start < end) {
                    builders.computeIfAbsent(lane.activity(i), kind -> new Spans.Builder())
                            .add(start, end);
                }
            }
        }
        Map<Activity, Spans> byKind = new EnumMap<>(Activity.class);
        builders.forEach((kind, builder) -> byKind.put(kind, builder.build()));
        return byKind;
    }

    /** Returns the union of intervals given by their bounds. */
    static Spans of(long[] starts, long[] ends, long from, long to) {
        Spans.Builder union = new Spans.Builder();
        for (int i = 0; i < starts.length; i++) {
            union.add(clip(starts[i], from, to), clip(ends[i], from, to));
        }
        return union.build();
    }

    private static long clip(long value, long from, long to) {
        return Math.max(from, Math.min(to, value));
    }
}
