package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code memory_bw_summary}: bandwidth of the copies of one kind that run at once, GB/s, at every begin and end where it is not 0; of one
 * moment the ends come first.
 */
final class MemoryBandwidth {
    private static final int KIND = "Memcpy DtoH".length();

    private MemoryBandwidth() {}

    private record Change(double time, double by) {}

    /** Null without copies. */
    static JsonNode of(List<Selection> ranks) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        boolean hasCopies = false;
        for (Selection rank : ranks) {
            List<Event> copies = rank.ofType(KernelType.MEMORY);
            hasCopies |= !copies.isEmpty();
            Map<String, List<Change>> kinds = new TreeMap<>();
            for (Event copy : copies) {
                double end = copy.duration == 0 ? copy.start + 1 : copy.end();
                List<Change> changes = kinds.computeIfAbsent(kind(copy.name), any -> new ArrayList<>());
                changes.add(new Change(copy.start, copy.bandwidth));
                changes.add(new Change(end, -copy.bandwidth));
            }
            kinds.forEach((kind, changes) -> {
                double[] running = running(changes);
                if (running.length > 0) {
                    new Describe(running)
                            .addTo(result.addObject().put("rank", rank.rank()).put("name", kind));
                }
            });
        }
        return hasCopies ? result : JsonNodeFactory.instance.nullNode();
    }

    /** Returns the sums after each change that are above 0. */
    private static double[] running(List<Change> changes) {
        changes.sort(Comparator.comparingDouble(Change::time).thenComparingDouble(Change::by));
        double[] sums = new double[changes.size()];
        double sum = 0;
        int n = 0;
        for (Change change : changes) {
            sum += change.by;
            if (sum > 0) {
                sums[n++] = sum;
            }
        }
        return Arrays.copyOf(sums, n);
    }

    private static String kind(String name) {
        if (name.startsWith("Memset")) {
            return "Memset";
        }
        return name.startsWith("Memcpy") ? name.substring(0, Math.min(KIND, name.length())) : "Memcpy Unknown";
    }
}
