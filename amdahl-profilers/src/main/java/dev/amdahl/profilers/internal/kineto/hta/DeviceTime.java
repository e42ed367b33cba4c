package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How long each type of work ran, alone and beside others: {@code temporal_breakdown}, {@code comm_comp_overlap}, {@code kernel_type}. */
final class DeviceTime {
    private static final List<KernelType> TYPES =
            List.of(KernelType.COMPUTATION, KernelType.COMMUNICATION, KernelType.MEMORY);

    private DeviceTime() {}

    /** A begin or an end, and by what it changes the sum of the bits of the types that run. */
    private record Change(double time, int bits) {}

    private record Interval(double start, double end) {}

    /**
     * Overlapping and touching pieces of work merged, ascending. Where rounding made a duration negative, an interval ends where its
     * latest piece ends, even before its own start.
     */
    private static List<Interval> union(List<Event> work) {
        List<Interval> union = new ArrayList<>();
        double reached = Double.NEGATIVE_INFINITY;
        for (Event event : work.stream().sorted(Selection.BY_START).toList()) {
            int last = union.size() - 1;
            if (last < 0 || event.start > reached) {
                union.add(new Interval(event.start, event.end()));
            } else {
                Interval before = union.get(last);
                union.set(last, new Interval(before.start, Math.max(before.end, event.end())));
            }
            reached = Math.max(reached, event.end());
        }
        return union;
    }

    private static double length(List<Interval> union) {
        return union.stream()
                .mapToDouble(interval -> interval.end - interval.start)
                .sum();
    }

    /** Begins and ends of the types, in the order of time; the place in the list is the bit. */
    private static List<Change> changes(Selection rank, List<KernelType> types) {
        List<Change> changes = new ArrayList<>();
        for (int bit = 0; bit < types.size(); bit++) {
            for (Interval interval : union(rank.ofType(types.get(bit)))) {
                changes.add(new Change(interval.start, 1 << bit));
                changes.add(new Change(interval.end, -(1 << bit)));
            }
        }
        changes.sort(Comparator.comparingDouble(Change::time));
        return changes;
    }

    /** {@code temporal_breakdown}: idle time, and work split into computation and what computation does not hide. */
    static ArrayNode temporal(List<Selection> ranks) throws HtaStops {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (Selection rank : ranks) {
            List<Interval> busy = union(rank.onStreams());
            if (busy.isEmpty()) {
                throw new HtaStops(
                        "HTA stops with an IndexError because rank " + rank.rank() + " has no event on a stream");
            }
            double span = busy.get(busy.size() - 1).end - busy.get(0).start;
            double idle = span - length(busy);
            double compute = length(union(rank.ofType(KernelType.COMPUTATION)));
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
        return result;
    }

    /** {@code comm_comp_overlap}: the share of communication in which computation runs too; null without communication. */
    static ArrayNode overlap(List<Selection> ranks) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (Selection rank : ranks) {
            List<Change> changes = changes(rank, List.of(KernelType.COMMUNICATION, KernelType.COMPUTATION));
            double both = 0;
            int running = 0;
            for (int i = 0; i + 1 < changes.size(); i++) {
                running += changes.get(i).bits;
                both += running == 3 ? changes.get(i + 1).time - changes.get(i).time : 0;
            }
            double communication = length(union(rank.ofType(KernelType.COMMUNICATION)));
            result.addObject().put("rank", rank.rank()).set("comp_comm_overlap_pctg", percent(both, communication));
        }
        return result;
    }

    /** {@code kernel_type} of the kernel breakdowns: the time in which each combination of types runs, over all ranks. */
    static ObjectNode types(List<Selection> ranks) throws HtaStops {
        Map<String, Double> sums = new TreeMap<>();
        for (Selection rank : ranks) {
            addTypes(rank, sums);
        }
        double total = sums.values().stream().mapToDouble(sum -> sum).sum();
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode rows = result.putArray("kernel_type");
        sums.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(type -> rows.addObject()
                        .put("kernel_type", type.getKey())
                        .put("sum", type.getValue().longValue())
                        .set("percentage", Describe.node(Describe.round(type.getValue() / total * 100, 1))));
        return result;
    }

    /** Adds whole microseconds: HTA cuts the rest of each stretch off. */
    private static void addTypes(Selection rank, Map<String, Double> sums) throws HtaStops {
        List<Change> changes = changes(rank, TYPES);
        int running = 0;
        for (int i = 0; i < changes.size(); i++) {
            running += changes.get(i).bits;
            if (running > 0 && i + 1 == changes.size()) {
                throw new HtaStops("HTA stops with an IntCastingNaNError because an interval of rank " + rank.rank()
                        + " ends before it starts");
            }
            if (running > 0) {
                double time = (long) (changes.get(i + 1).time - changes.get(i).time);
                sums.merge(name(running), time, Double::sum);
            }
        }
    }

    private static String name(int running) {
        List<String> names = new ArrayList<>();
        for (int bit = 0; bit < TYPES.size(); bit++) {
            if ((running & (1 << bit)) != 0) {
                names.add(TYPES.get(bit).name());
            }
        }
        return String.join(" overlapping ", names);
    }

    private static JsonNode percent(double part, double whole) {
        return Describe.node(Describe.round(100 * (part / whole), 2));
    }
}
