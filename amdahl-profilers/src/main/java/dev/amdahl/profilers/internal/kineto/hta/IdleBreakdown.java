package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * {@code idle_time_breakdown}: the gaps of each stream between one piece of work and the one before it (not the latest before it, so that
 * a gap may be negative), by reason.
 */
final class IdleBreakdown {
    /** Gaps under this many microseconds are the device's own; HTA's documentation says nanoseconds. */
    private static final int DELAY = 30;

    private static final String[] REASONS = {"host_wait", "kernel_wait", "other"};

    private final ObjectNode result = JsonNodeFactory.instance.objectNode().put("consecutive_kernel_delay", DELAY);
    private final ArrayNode rows = result.putArray("rows");
    private final ArrayNode statistics = result.putArray("interval_stats");

    private IdleBreakdown() {}

    static ObjectNode of(List<Selection> ranks) throws HtaStops {
        IdleBreakdown breakdown = new IdleBreakdown();
        for (Selection rank : ranks) {
            breakdown.add(rank);
        }
        return breakdown.result;
    }

    private void add(Selection rank) throws HtaStops {
        List<Event> work = rank.where(event -> event.isOnStream() && event.is(Mark.WORK));
        if (work.isEmpty()) {
            throw new HtaStops(
                    "HTA stops with a ValueError because rank " + rank.rank() + " has no device work on a stream");
        }
        rank.requireFew(work.stream().mapToLong(IdleBreakdown::times).sum());
        Map<Long, List<Event>> streams = new LinkedHashMap<>();
        for (Event event : work) {
            streams.computeIfAbsent(event.stream, any -> new ArrayList<>())
                    .addAll(Collections.nCopies(times(event), event));
        }
        streams.forEach((stream, events) -> add(rank.rank(), stream, events));
    }

    /** Returns the join with the launching call repeats work whose call occurs several times. */
    private static int times(Event work) {
        return work.partner == null ? 1 : Math.max(1, work.partner.occurrences);
    }

    private void add(int rank, long stream, List<Event> work) {
        work.sort(Selection.BY_START);
        List<DoubleStream.Builder> gaps =
                Stream.generate(DoubleStream::builder).limit(REASONS.length).toList();
        int[] counts = new int[REASONS.length];
        double previousEnd = Double.NaN;
        for (Event event : work) {
            Event call = event.partner;
            boolean isLate = call != null && call.occurrences > 0 && call.start > previousEnd;
            double gap = event.start - previousEnd;
            int reason = isLate ? 0 : gap < DELAY ? 1 : 2;
            gaps.get(reason).add(gap);
            counts[reason]++;
            previousEnd = event.end();
        }
        Describe[] reasons =
                gaps.stream().map(some -> new Describe(some.build().toArray())).toArray(Describe[]::new);
        double total = Stream.of(reasons).mapToDouble(Describe::sum).sum();
        for (int reason = 0; reason < REASONS.length; reason++) {
            if (counts[reason] == 0) {
                continue;
            }
            double sum = reasons[reason].sum();
            ObjectNode row =
                    rows.addObject().put("rank", rank).put("stream", stream).put("idle_category", REASONS[reason]);
            row.set("idle_time", Describe.node(Describe.round(sum, 2)));
            row.set("idle_time_ratio", Describe.node(Describe.round(sum / total, 2)));
            reasons[reason].addRoundedTo(statistics
                    .addObject()
                    .put("idle_category", REASONS[reason])
                    .put("rank", rank)
                    .put("stream", stream));
        }
    }
}
