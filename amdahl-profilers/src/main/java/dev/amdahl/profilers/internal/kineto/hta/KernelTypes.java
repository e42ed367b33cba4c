package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code kernel_type} of the kernel breakdown: the time in which each combination of types runs, over all ranks. */
final class KernelTypes {
    private static final KernelType[] TYPES = {KernelType.COMPUTATION, KernelType.COMMUNICATION, KernelType.MEMORY};

    private KernelTypes() {}

    static ArrayNode of(List<Selection> ranks) throws HtaStops {
        Map<String, Double> sums = new TreeMap<>();
        for (Selection rank : ranks) {
            add(rank, sums);
        }
        String[] names = sums.keySet().toArray(String[]::new);
        double[] times = new double[names.length];
        double total = 0;
        for (int i = 0; i < names.length; i++) {
            times[i] = sums.getOrDefault(names[i], 0.0);
            total += times[i];
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (int i : TieOrder.descending(times)) {
            result.addObject()
                    .put("kernel_type", names[i])
                    .put("sum", (long) times[i])
                    .set("percentage", Numbers.node(Numbers.round(times[i] / total * 100, 1)));
        }
        return result;
    }

    private static void add(Selection rank, Map<String, Double> sums) throws HtaStops {
        Sweep sweep = Sweep.EMPTY;
        for (int bit = 0; bit < TYPES.length; bit++) {
            sweep = sweep.with(Intervals.of(rank, rank.ofType(TYPES[bit])), 1 << bit);
        }
        int running = 0;
        int n = sweep.times().length;
        for (int i = 0; i < n; i++) {
            running += sweep.changes()[i];
            if (running <= 0) {
                continue;
            }
            if (i + 1 == n) {
                throw new HtaStops("HTA stops with an IntCastingNaNError because an interval of rank " + rank.rank()
                        + " ends before it starts");
            }
            double time = sweep.times()[i + 1] - sweep.times()[i];
            sums.merge(name(running), (double) (long) time, Double::sum);
        }
    }

    private static String name(int running) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < TYPES.length; bit++) {
            if ((running & (1 << bit)) != 0) {
                name.append(name.length() > 0 ? " overlapping " : "").append(TYPES[bit]);
            }
        }
        return name.toString();
    }
}
