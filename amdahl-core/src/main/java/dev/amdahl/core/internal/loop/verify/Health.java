package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The rule by which a pair is left out. It is shown the circumstances of the arms by their places in the order of running and nothing
 * else: no figure of an arm, no role.
 *
 * @param usualLoad the load before the arm at each place that is usual for the family; empty while too little is known
 */
record Health(List<OptionalDouble> usualLoad) {
    private static final int REMEMBERED = 8;
    private static final int MIN = 3;
    private static final double FAR_OVER = 4;
    private static final double FEW_PAGES = 1000;
    private static final int PLACES = 2;

    Health {
        usualLoad = List.copyOf(usualLoad);
    }

    /**
     * Why a pair is left out.
     *
     * @param reason in one line
     * @param arms the places, from 0, of the arms it is left out for
     */
    record Unhealthy(String reason, List<Integer> arms) {}

    /** Returns what is usual: the median of the newest pairs of the family, whether they were left out or not. */
    static Health of(LedgerView view, String family) {
        List<Run> pairs = view.recentRuns(family).stream()
                .filter(run -> !run.plan().purpose().isTraced())
                .filter(run -> run.result().isPresent())
                .toList();
        List<Run> newest = pairs.subList(Math.max(0, pairs.size() - REMEMBERED), pairs.size());
        List<OptionalDouble> usual = new ArrayList<>();
        for (int place = 0; place < PLACES; place++) {
            usual.add(median(newest, place));
        }
        return new Health(usual);
    }

    private static OptionalDouble median(List<Run> pairs, int place) {
        double[] loads = pairs.stream()
                .flatMap(run ->
                        run.result().orElseThrow().arms().stream().skip(place).limit(1))
                .map(ArmResult::covariates)
                .flatMap(covariates -> Stream.ofNullable(covariates.get(Covariate.LOAD_1M)))
                .mapToDouble(Double::doubleValue)
                .toArray();
        return loads.length < MIN ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(loads));
    }

    /** Returns why the pair with these circumstances, by place, is left out; empty if it counts. */
    Optional<Unhealthy> examine(List<Map<Covariate, Double>> circumstances) {
        List<String> reasons = new ArrayList<>();
        TreeSet<Integer> arms = new TreeSet<>();
        for (int place = 0; place < circumstances.size(); place++) {
            for (String found : found(circumstances.get(place), place)) {
                reasons.add(found + " at arm " + (place + 1));
                arms.add(place);
            }
        }
        return arms.isEmpty()
                ? Optional.empty()
                : Optional.of(new Unhealthy("unhealthy: " + String.join(", ", reasons), List.copyOf(arms)));
    }

    private List<String> found(Map<Covariate, Double> circumstances, int place) {
        List<String> found = new ArrayList<>();
        if (Sample.isThrottled(circumstances)) {
            found.add("accelerator throttled");
        }
        Double swapped = circumstances.get(Covariate.SWAPPED_PAGES);
        if (swapped != null && swapped > FEW_PAGES) {
            found.add(String.format(Locale.ROOT, "%.0f pages swapped", swapped));
        }
        Double load = circumstances.get(Covariate.LOAD_1M);
        OptionalDouble usual = usualLoad.get(Math.min(place, usualLoad.size() - 1));
        if (load != null && usual.isPresent() && load > FAR_OVER * Math.max(1, usual.getAsDouble())) {
            found.add(String.format(Locale.ROOT, "load %.1f where %.1f is usual", load, usual.getAsDouble()));
        }
        return found;
    }
}
