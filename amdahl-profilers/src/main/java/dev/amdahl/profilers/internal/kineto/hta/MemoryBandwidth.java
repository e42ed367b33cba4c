package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code memory_bw_summary}: bandwidth of the copies of one kind that run at once, GB/s, at every begin and end where it is not 0. */
final class MemoryBandwidth {
    private static final int KIND = "Memcpy DtoH".length();

    private MemoryBandwidth() {}

    /** Null without copies. */
    static JsonNode of(List<Selection> ranks) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        boolean hasCopies = false;
        for (Selection rank : ranks) {
            int[] copies = rank.ofType(KernelType.MEMORY);
            hasCopies |= copies.length > 0;
            add(result, rank, copies);
        }
        return hasCopies ? result : JsonNodeFactory.instance.nullNode();
    }

    private static void add(ArrayNode result, Selection rank, int[] copies) {
        EventTable table = rank.table();
        int n = copies.length;
        double[] times = new double[2 * n];
        for (int i = 0; i < n; i++) {
            double duration = table.duration[copies[i]];
            times[i] = table.start[copies[i]];
            times[n + i] = times[i] + (duration == 0 ? 1 : duration);
        }
        Map<String, double[]> running = new TreeMap<>();
        Map<String, Integer> sizes = new TreeMap<>();
        Map<String, Double> sums = new TreeMap<>();
        for (int i : TieOrder.ascending(times)) {
            int row = copies[i % n];
            String kind = kind(table.names.text(table.name[row]));
            double sum = sums.getOrDefault(kind, 0.0) + (i < n ? table.bandwidth(row) : -table.bandwidth(row));
            sums.put(kind, sum);
            double[] values = running.computeIfAbsent(kind, key -> new double[8]);
            if (sum > 0) {
                int size = sizes.merge(kind, 1, Integer::sum);
                if (size > values.length) {
                    values = Arrays.copyOf(values, 2 * size);
                    running.put(kind, values);
                }
                values[size - 1] = sum;
            }
        }
        sizes.forEach((kind, size) -> {
            ObjectNode node = result.addObject().put("rank", rank.rank()).put("name", kind);
            Describe.of(Arrays.copyOf(running.getOrDefault(kind, new double[0]), size))
                    .into(node);
        });
    }

    private static String kind(String name) {
        if (name.startsWith("Memset")) {
            return "Memset";
        }
        return name.startsWith("Memcpy") ? name.substring(0, Math.min(KIND, name.length())) : "Memcpy Unknown";
    }
}
