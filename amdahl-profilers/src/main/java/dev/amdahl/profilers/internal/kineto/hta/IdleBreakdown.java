package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * {@code idle_time_breakdown}: the gaps of each stream between one piece of work and the one before it (not the latest before it, so that
 * a gap may be negative), by reason.
 */
final class IdleBreakdown {
    /** Gaps under this many microseconds are the device's own; HTA's documentation says nanoseconds. */
    private static final int DELAY = 30;

    private static final String[] REASONS = {"host_wait", "kernel_wait", "other"};

    private final ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode statistics = JsonNodeFactory.instance.arrayNode();

    private IdleBreakdown() {}

    static ObjectNode of(List<Selection> ranks) throws HtaStops {
        IdleBreakdown breakdown = new IdleBreakdown();
        for (Selection rank : ranks) {
            breakdown.add(rank);
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("consecutive_kernel_delay", DELAY);
        result.set("rows", breakdown.rows);
        result.set("interval_stats", breakdown.statistics);
        return result;
    }

    private void add(Selection rank) throws HtaStops {
        EventTable table = rank.table();
        int[] work = rank.where(row -> table.stream[row] != -1 && table.is(row, Mark.WORK));
        if (work.length == 0) {
            throw new HtaStops(
                    "HTA stops with a ValueError because rank " + rank.rank() + " has no device work on a stream");
        }
        int[] joined = joined(rank, work);
        long[] streams = new long[joined.length];
        for (int i = 0; i < joined.length; i++) {
            streams[i] = table.stream[joined[i]];
        }
        boolean[] isPresent = new boolean[table.size];
        for (int row : rank.rows()) {
            isPresent[row] = true;
        }
        for (Map.Entry<Long, int[]> stream : Streams.group(streams).entrySet()) {
            int[] members = stream.getValue();
            int[] ofStream = new int[members.length];
            for (int i = 0; i < members.length; i++) {
                ofStream[i] = joined[members[i]];
            }
            add(rank, isPresent, stream.getKey(), ofStream);
        }
    }

    /** The join with the launching call repeats work whose call occurs several times. */
    private static int[] joined(Selection rank, int[] work) throws HtaStops {
        int[] occurrences = new int[rank.table().size];
        for (int row : rank.rows()) {
            occurrences[row]++;
        }
        long total = 0;
        for (int row : work) {
            total += times(rank, occurrences, row);
        }
        if (total > Selection.mostRows(rank.table())) {
            throw new HtaStops("HTA repeats device work once for every call that it is joined to, here " + total
                    + " rows, which is not reproduced");
        }
        int[] joined = new int[(int) total];
        int end = 0;
        for (int row : work) {
            int times = times(rank, occurrences, row);
            Arrays.fill(joined, end, end + times, row);
            end += times;
        }
        return joined;
    }

    private static int times(Selection rank, int[] occurrences, int row) {
        int call = rank.correlations().link(row);
        return call == Correlations.NONE ? 1 : Math.max(1, occurrences[call]);
    }

    private void add(Selection rank, boolean[] isPresent, long stream, int[] ofStream) {
        EventTable table = rank.table();
        double[][] gaps = new double[REASONS.length][ofStream.length];
        int[] counts = new int[REASONS.length];
        double previousEnd = Double.NaN;
        for (int i : TieOrder.ascending(rank.starts(ofStream))) {
            int row = ofStream[i];
            int call = rank.correlations().link(row);
            double gap = table.start[row] - previousEnd;
            boolean isKnown = call != Correlations.NONE && isPresent[call];
            int reason = isKnown && table.start[call] > previousEnd ? 0 : gap < DELAY ? 1 : 2;
            gaps[reason][counts[reason]++] = gap;
            previousEnd = rank.end(row);
        }
        double[] sums = new double[REASONS.length];
        for (int reason = 0; reason < REASONS.length; reason++) {
            gaps[reason] = Arrays.copyOf(gaps[reason], counts[reason]);
            for (double gap : gaps[reason]) {
                sums[reason] += Double.isNaN(gap) ? 0 : gap;
            }
        }
        double total = sums[0] + sums[1] + sums[2];
        for (int reason = 0; reason < REASONS.length; reason++) {
            if (counts[reason] > 0) {
                add(rank.rank(), stream, reason, gaps[reason], sums[reason], total);
            }
        }
    }

    private void add(int rank, long stream, int reason, double[] gaps, double sum, double total) {
        ObjectNode row =
                rows.addObject().put("rank", rank).put("stream", stream).put("idle_category", REASONS[reason]);
        row.set("idle_time", Numbers.node(Numbers.round(sum, 2)));
        row.set("idle_time_ratio", Numbers.node(Numbers.round(sum / total, 2)));
        ObjectNode interval = statistics
                .addObject()
                .put("idle_category", REASONS[reason])
                .put("rank", rank)
                .put("stream", stream);
        Describe.of(gaps).roundedInto(interval);
    }
}
