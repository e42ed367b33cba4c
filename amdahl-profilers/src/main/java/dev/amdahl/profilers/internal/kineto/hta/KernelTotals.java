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

/** The lists of single kernels and of the device's named ranges. */
final class KernelTotals {
    private static final List<KernelType> TYPES =
            List.of(KernelType.COMMUNICATION, KernelType.COMPUTATION, KernelType.MEMORY);
    private static final int MAX_ANNOTATIONS = 1000;
    private static final double RATIO = .8;
    private static final String OTHERS = "others";

    private KernelTotals() {}

    private record Entry(String name, Describe durations) {
        static Entry of(Map.Entry<String, List<Double>> named) {
            return new Entry(
                    named.getKey(),
                    new Describe(named.getValue().stream()
                            .mapToDouble(duration -> duration)
                            .toArray()));
        }

        ObjectNode node() {
            ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", name);
            node.set("sum (us)", Describe.node(durations.sum()));
            node.set("max (us)", Describe.node(durations.max()));
            node.set("min (us)", Describe.node(durations.min()));
            node.set("stddev", Describe.node(durations.count() < 2 ? 0 : durations.deviation()));
            node.set("mean (us)", Describe.node(durations.mean()));
            return node;
        }
    }

    /**
     * Device work by type, name and rank.
     *
     * @param most names per type and rank, the rest is put together
     */
    static ArrayNode kernels(List<Selection> ranks, int most) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (KernelType type : TYPES) {
            List<ObjectNode> rows = new ArrayList<>();
            for (Selection rank : ranks) {
                byName(rank.ofType(type), most)
                        .forEach(entry -> rows.add(
                                entry.node().put("kernel_type", type.name()).put("rank", rank.rank())));
            }
            rows.sort(Comparator.comparing(row -> row.path("name").asText()));
            result.addAll(rows);
        }
        return result;
    }

    /** {@code gpu_user_annotation_breakdown}: ranges by rank and name; null where no rank has any. */
    static JsonNode annotations(List<Selection> ranks) {
        if (ranks.stream().flatMap(rank -> rank.all().stream()).noneMatch(event -> event.is(Mark.ANNOTATION))) {
            return JsonNodeFactory.instance.nullNode();
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (Selection rank : ranks) {
            byName(rank.where(event -> event.is(Mark.ANNOTATION)), MAX_ANNOTATIONS)
                    .forEach(entry -> result.add(entry.node().put("rank", rank.rank())));
        }
        return result;
    }

    /**
     * Durations in the order of their names; with more than {@code most} of them, those behind it in size, and those whose cumulated sum
     * exceeds the 80th percentile of the cumulated sums, become {@code others}, whose entries are the sums of single names.
     */
    private static List<Entry> byName(List<Event> events, int most) {
        Map<String, List<Double>> durations = new TreeMap<>();
        for (Event event : events) {
            durations.computeIfAbsent(event.name, any -> new ArrayList<>()).add(event.duration);
        }
        List<Entry> entries = entries(durations);
        if (entries.size() <= most) {
            return entries;
        }
        List<Entry> largestFirst = new ArrayList<>(entries);
        largestFirst.sort(Comparator.comparingDouble((Entry entry) -> entry.durations.sum())
                .reversed());
        double[] cumulated = new double[entries.size()];
        double reached = 0;
        for (int i = 0; i < cumulated.length; i++) {
            reached += largestFirst.get(i).durations.sum();
            cumulated[i] = reached;
        }
        double bound = new Describe(cumulated).quantile(RATIO);
        Map<String, List<Double>> kept = new TreeMap<>();
        for (int i = 0; i < cumulated.length; i++) {
            String name = i >= most || cumulated[i] > bound ? OTHERS : largestFirst.get(i).name;
            kept.computeIfAbsent(name, any -> new ArrayList<>())
                    .add(largestFirst.get(i).durations.sum());
        }
        return entries(kept);
    }

    private static List<Entry> entries(Map<String, List<Double>> durations) {
        return durations.entrySet().stream().map(Entry::of).toList();
    }
}
