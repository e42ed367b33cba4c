package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The lists of single kernels and of the device's named ranges. */
final class KernelTotals {
    private static final List<KernelType> TYPES =
            List.of(KernelType.COMMUNICATION, KernelType.COMPUTATION, KernelType.MEMORY);
    private static final int MAX_ANNOTATIONS = 1000;

    private KernelTotals() {}

    private record Entry(Total total, int rank) {}

    /**
     * Device work by type, name and rank.
     *
     * @param most names per type and rank, the rest is put together
     */
    static ArrayNode kernels(List<Selection> ranks, int most) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (KernelType type : TYPES) {
            List<Entry> entries = new ArrayList<>();
            for (Selection rank : ranks) {
                NameTotals.of(rank, rank.ofType(type), most)
                        .forEach(total -> entries.add(new Entry(total, rank.rank())));
            }
            entries.sort(
                    Comparator.comparing((Entry entry) -> entry.total().name).thenComparingInt(Entry::rank));
            for (Entry entry : entries) {
                ObjectNode node = result.addObject();
                entry.total().into(node);
                node.put("kernel_type", type.name()).put("rank", entry.rank());
            }
        }
        return result;
    }

    /** {@code gpu_user_annotation_breakdown}: ranges by rank and name; null where no rank has any. */
    static JsonNode annotations(List<Selection> ranks) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        boolean isSeen = false;
        for (Selection rank : ranks) {
            isSeen |= rank.table().hasAnnotations();
            int[] rows = rank.where(row -> rank.table().is(row, Mark.ANNOTATION));
            for (Total total : NameTotals.of(rank, rows, MAX_ANNOTATIONS)) {
                ObjectNode node = result.addObject();
                total.into(node);
                node.put("rank", rank.rank());
            }
        }
        return isSeen ? result : JsonNodeFactory.instance.nullNode();
    }
}
