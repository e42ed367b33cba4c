package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Launched pieces of work that have not begun, at every launch and every begin, per stream. */
final class QueueLength {
    /** A queue of this length blocks the host. */
    private static final int FULL = 1024;

    private final ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    private int longest;

    private QueueLength() {}

    static QueueLength of(List<Selection> ranks) throws HtaStops {
        QueueLength length = new QueueLength();
        for (Selection rank : ranks) {
            length.add(rank);
        }
        return length;
    }

    /** {@code queue_length_summary}; null without any launch. */
    JsonNode summary() {
        return rows.isEmpty() ? JsonNodeFactory.instance.nullNode() : rows;
    }

    /** {@code time_blocked_on_full_queue}: empty, as no queue is full. */
    ArrayNode blocked() throws HtaStops {
        if (longest >= FULL) {
            throw new HtaStops("HTA keeps only one of the streams whose queue is full, which is not reproduced");
        }
        return JsonNodeFactory.instance.arrayNode();
    }

    private void add(Selection rank) throws HtaStops {
        EventTable table = rank.table();
        int[] calls = rank.where(
                row -> table.is(row, Mark.QUEUES) && rank.correlations().isLinked(row));
        Groups work = new Groups(rank.correlations(), rank.onStreams());
        boolean[] isCalled = new boolean[rank.correlations().groups()];
        long launches = 0;
        for (int call : calls) {
            int group = rank.correlations().group(call);
            isCalled[group] = true;
            launches += Math.max(1, work.size(group));
        }
        int[] begun = rank.where(row -> table.stream[row] != -1
                && rank.correlations().group(row) != Correlations.NONE
                && isCalled[rank.correlations().group(row)]);
        if (launches != begun.length) {
            throw new HtaStops("HTA stops with an AssertionError because rank " + rank.rank() + " has " + launches
                    + " launches for " + begun.length + " pieces of device work");
        }
        series(rank, calls, work, begun);
    }

    private void series(Selection rank, int[] calls, Groups work, int[] begun) throws HtaStops {
        EventTable table = rank.table();
        double[] times = new double[2 * begun.length];
        long[] streams = new long[times.length];
        int size = 0;
        for (int call : calls) {
            int group = rank.correlations().group(call);
            int pieces = work.size(group);
            for (int k = 0; k < Math.max(1, pieces); k++) {
                times[size] = table.start[call];
                streams[size++] = pieces == 0 ? -1 : table.stream[work.member(group, k)];
            }
        }
        for (int row : begun) {
            times[size] = table.start[row];
            streams[size++] = table.stream[row];
        }
        int[] order = TieOrder.ascending(times);
        long[] ordered = new long[size];
        for (int i = 0; i < size; i++) {
            ordered[i] = streams[order[i]];
        }
        Map<Long, int[]> byStream = new TreeMap<>(Streams.group(ordered));
        byStream.remove(-1L);
        byStream.forEach((stream, entries) -> describe(rank.rank(), stream, entries, order, begun.length));
    }

    /** @param launches entries before this one are launches, the others begins */
    private void describe(int rank, long stream, int[] entries, int[] order, int launches) {
        double[] lengths = new double[entries.length];
        int length = 0;
        for (int i = 0; i < entries.length; i++) {
            length += order[entries[i]] < launches ? 1 : -1;
            longest = Math.max(longest, length);
            lengths[i] = length;
        }
        ObjectNode row = rows.addObject().put("rank", rank).put("stream", stream);
        Describe.of(lengths).into(row);
    }
}
