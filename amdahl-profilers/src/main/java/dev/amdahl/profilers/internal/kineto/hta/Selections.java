package dev.amdahl.profilers.internal.kineto.hta;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What HTA analyses of each rank: times from the earliest event of all ranks, and the steps that it keeps. */
final class Selections {
    private Selections() {}

    /** The ranks in their order; changes the times of their tables. */
    static List<Selection> of(Map<Integer, RankReader> ranks, boolean includeLastStep) throws HtaStops {
        Set<String> steps = new TreeSet<>();
        double origin = Double.POSITIVE_INFINITY;
        for (RankReader rank : ranks.values()) {
            steps.addAll(rank.steps);
            origin = Math.min(origin, rank.all().firstStart());
        }
        boolean isFiltered = steps.size() > 1;
        if (isFiltered && ranks.values().iterator().next().isMtia()) {
            throw new HtaStops("HTA takes the steps of an MTIA apart in its own way, which is not reproduced");
        }
        List<Selection> selections = new ArrayList<>();
        for (Map.Entry<Integer, RankReader> rank : ranks.entrySet()) {
            EventTable table = rank.getValue().table;
            table.align(origin);
            Correlations correlations = new Correlations(table);
            StepFilter filter =
                    new StepFilter(table, correlations, rank.getValue().host(), origin);
            int[] rows = isFiltered ? filter.steps(includeLastStep) : filter.all();
            selections.add(new Selection(rank.getKey(), table, correlations, rows));
        }
        return selections;
    }
}
