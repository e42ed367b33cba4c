package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;

/** {@code temporal_breakdown}: idle time, and work split into computation and what computation does not hide. */
final class TemporalBreakdown {
    private TemporalBreakdown() {}

    static ArrayNode of(List<Selection> ranks) throws HtaStops {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (Selection rank : ranks) {
            add(result, rank);
        }
        return result;
    }

    private static void add(ArrayNode result, Selection rank) throws HtaStops {
        int[] rows = rank.onStreams();
        Intervals busy = Intervals.of(rank, rows);
        if (busy.size() == 0) {
            throw new HtaStops(
                    "HTA stops with an IndexError because rank " + rank.rank() + " has no event on a stream");
        }
        double span = busy.ends()[busy.size() - 1] - busy.starts()[0];
        double idle = span - busy.length();
        double compute = Intervals.of(rank, computation(rank, rows)).length();
        double rest = span - compute - idle;
        if (!(idle <= span && compute <= span && rest >= 0)) {
            throw new HtaStops(
                    "HTA stops with an AssertionError because rounding to microseconds made durations of rank "
                            + rank.rank() + " negative");
        }
        ObjectNode row = result.addObject()
                .put("rank", rank.rank())
                .put("idle_time(us)", idle)
                .put("compute_time(us)", compute)
                .put("non_compute_time(us)", rest)
                .put("kernel_time(us)", span);
        row.set("idle_time_pctg", percent(idle, span));
        row.set("compute_time_pctg", percent(compute, span));
        row.set("non_compute_time_pctg", percent(rest, span));
    }

    /** HTA has sorted all rows in place before it takes these from them, which moves rows that tie twice. */
    private static int[] computation(Selection rank, int[] rows) {
        return IntStream.of(TieOrder.ascending(rank.starts(rows)))
                .map(i -> rows[i])
                .filter(row -> rank.table().type(row) == KernelType.COMPUTATION)
                .toArray();
    }

    private static JsonNode percent(double part, double whole) {
        return Numbers.node(Numbers.round(100 * (part / whole), 2));
    }
}
