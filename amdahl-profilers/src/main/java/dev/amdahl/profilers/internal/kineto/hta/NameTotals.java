package dev.amdahl.profilers.internal.kineto.hta;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Durations by name, the small ones put together as HTA does it. */
final class NameTotals {
    private static final double RATIO = .8;
    private static final String OTHERS = "others";

    private NameTotals() {}

    /**
     * Totals in the order of their names; with more than {@code most} of them, those behind it in size, and those whose cumulated sum
     * exceeds the 80th percentile of the cumulated sums, become {@code others}, whose entries are the sums of single names.
     */
    static Collection<Total> of(Selection rank, int[] rows, int most) {
        Map<String, Total> byName = new TreeMap<>();
        for (int row : rows) {
            String name = rank.table().names.text(rank.table().name[row]);
            byName.computeIfAbsent(name, Total::new).add(rank.table().duration[row]);
        }
        return byName.size() <= most ? byName.values() : shortened(List.copyOf(byName.values()), most);
    }

    private static Collection<Total> shortened(List<Total> totals, int most) {
        int[] order =
                TieOrder.descending(totals.stream().mapToDouble(Total::sum).toArray());
        double[] cumulated = new double[order.length];
        double reached = 0;
        List<Total> largestFirst = new ArrayList<>();
        for (int i = 0; i < order.length; i++) {
            largestFirst.add(totals.get(order[i]));
            reached += totals.get(order[i]).sum();
            cumulated[i] = reached;
        }
        double[] sorted = cumulated.clone();
        Arrays.sort(sorted);
        double bound = Numbers.quantile(sorted, RATIO);
        Map<String, Total> kept = new TreeMap<>();
        for (int i = 0; i < order.length; i++) {
            String name = i >= most || cumulated[i] > bound ? OTHERS : largestFirst.get(i).name;
            kept.computeIfAbsent(name, Total::new).add(largestFirst.get(i).sum());
        }
        return kept.values();
    }
}
