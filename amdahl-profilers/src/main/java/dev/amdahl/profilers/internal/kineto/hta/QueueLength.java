package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Launched pieces of work that have not begun, at every launch and every begin, per stream; of one moment the launches come first. */
final class QueueLength {
    /** A queue of this length blocks the host. */
    private static final int FULL = 1024;

    private final ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    private double longest;

    private QueueLength() {}

    private record Change(double time, long stream, int by) {}

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
        List<Change> changes = new ArrayList<>();
        for (Event call : rank.events()) {
            Correlation shared = call.shared;
            boolean isLinked = call.partner != null && call.partner != rank.firstEntry();
            if (shared != null && isLinked && call.is(Mark.QUEUES)) {
                shared.isQueued = true;
                shared.work.forEach(event -> changes.add(new Change(call.start, event.stream, 1)));
                if (shared.work.isEmpty()) {
                    changes.add(new Change(call.start, -1, 1));
                }
            }
        }
        int launches = changes.size();
        List<Event> begun = rank.where(event -> event.isOnStream() && event.shared != null && event.shared.isQueued);
        if (launches != begun.size()) {
            throw new HtaStops("HTA stops with an AssertionError because rank " + rank.rank() + " has " + launches
                    + " launches for " + begun.size() + " pieces of device work");
        }
        begun.forEach(event -> changes.add(new Change(event.start, event.stream, -1)));
        changes.sort(Comparator.comparingDouble(Change::time));
        Map<Long, List<Change>> streams = new TreeMap<>();
        changes.forEach(change ->
                streams.computeIfAbsent(change.stream, any -> new ArrayList<>()).add(change));
        streams.remove(-1L);
        streams.forEach((stream, ofStream) -> describe(rank.rank(), stream, ofStream));
    }

    private void describe(int rank, long stream, List<Change> changes) {
        double[] lengths = new double[changes.size()];
        int length = 0;
        for (int i = 0; i < lengths.length; i++) {
            length += changes.get(i).by;
            lengths[i] = length;
        }
        Describe all = new Describe(lengths);
        longest = Math.max(longest, all.max());
        all.addTo(rows.addObject().put("rank", rank).put("stream", stream));
    }
}
