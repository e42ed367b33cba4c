package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.stats.Levels;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What else moved: figures that the job reports of itself and that nobody compares or guards. Each has a sign-flip test of its log
 * ratios, by counts of one resampler over all of them, and its level is Holm's for so many.
 */
final class OtherFigures {
    private static final long SEED = 1;
    private static final int BITS = 20;
    private static final int MAX = 500;
    private static final int SHOWN = 5;
    private static final int MIN_PAIRS = 6;
    private static final double LEVEL = .05;
    /** What the trial itself wrote beside what the job reports. */
    private static final List<String> OWN = List.of("steady.", "stratum");

    private OtherFigures() {}

    private record Moved(String name, double change, double p) {}

    /** Returns one line; empty if nothing moved. Names are untrusted text. */
    static Optional<String> line(Trials trials, ExperimentPlan plan, Resampler resampler) {
        List<Trial> pairs = trials.undisputed().stream()
                .filter(trial -> !trial.isWarmUp() && trial.logRatio().isPresent())
                .toList();
        List<String> names = names(pairs, plan);
        if (pairs.size() < MIN_PAIRS || names.isEmpty() || plan.sampled().design() == Design.WINDOWS) {
            return Optional.empty();
        }
        double[][] d = new double[names.size()][];
        for (int i = 0; i < d.length; i++) {
            String name = names.get(i);
            d[i] = pairs.stream().mapToDouble(pair -> logRatio(pair, name)).toArray();
        }
        long[] counts = resampler.signFlipCounts(Levels.of(d), BITS, SEED);
        List<Moved> moved = new ArrayList<>();
        for (int i = 0; i < d.length; i++) {
            moved.add(new Moved(names.get(i), Math.expm1(Summary.mean(d[i])), Math.scalb((double) counts[i], -BITS)));
        }
        return sentence(adjusted(moved), names.size());
    }

    /** Reported as a positive number by both arms of every pair: others have no ratio. */
    private static List<String> names(List<Trial> pairs, ExperimentPlan plan) {
        Set<String> names = new TreeSet<>();
        pairs.forEach(pair -> names.addAll(pair.baseline().metrics().keySet()));
        names.remove(plan.metric().name());
        names.removeIf(name -> OWN.stream().anyMatch(name::startsWith));
        plan.guardrails().forEach(guard -> names.remove(guard.name()));
        return names.stream()
                .filter(name -> pairs.stream().allMatch(pair -> Double.isFinite(logRatio(pair, name))))
                .limit(MAX)
                .toList();
    }

    private static double logRatio(Trial pair, String name) {
        return Math.log(pair.variant().metrics().getOrDefault(name, Double.NaN)
                / pair.baseline().metrics().getOrDefault(name, Double.NaN));
    }

    private static List<Moved> adjusted(List<Moved> figures) {
        List<Moved> ascending = new ArrayList<>(figures);
        ascending.sort(Comparator.comparingDouble(Moved::p));
        List<Moved> adjusted = new ArrayList<>();
        double largest = 0;
        for (int i = 0; i < ascending.size(); i++) {
            Moved one = ascending.get(i);
            largest = Math.max(largest, Math.min(1, one.p * (ascending.size() - i)));
            adjusted.add(new Moved(one.name, one.change, largest));
        }
        return adjusted.stream().filter(one -> one.p <= LEVEL).toList();
    }

    private static Optional<String> sentence(List<Moved> moved, int all) {
        if (moved.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "of " + Plurals.of(all, "figure") + " that the job reports and nobody guards, " + moved.size()
                        + " moved: "
                        + moved.stream()
                                .limit(SHOWN)
                                .map(one -> String.format(
                                        Locale.ROOT, "%s %+.1f %% (p %.2g)", one.name, 100 * one.change, one.p))
                                .collect(Collectors.joining(", "))
                        + (moved.size() > SHOWN ? ", and others" : ""));
    }
}
