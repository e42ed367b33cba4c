package dev.amdahl.core.ledger.view;

import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.MetricSpec;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The share of the wins planted in the loop's own trials that it found.
 *
 * @param begun how many were planted
 * @param judged those that were judged, oldest first: the newest {@value #REMEMBERED}
 */
public record PlantedWins(int begun, List<Judged> judged) {
    /** None was planted. */
    public static final PlantedWins NONE = new PlantedWins(0, List.of());

    /** More are forgotten, so that what was fixed is. */
    private static final int REMEMBERED = 40;

    /** Ends that say nothing of what the loop can see. */
    private static final Set<HypothesisState> UNJUDGED =
            EnumSet.of(HypothesisState.EXPIRED, HypothesisState.CANCELLED, HypothesisState.RUN_FAILED);

    /** What a delay before the command is a part of; a job that times itself does not see it. */
    private static final Set<MetricSpec> TIMES = Set.of(MetricSpec.WALL_SECONDS, MetricSpec.ACCELERATOR_SECONDS);

    /** Copies the list. */
    public PlantedWins {
        judged = List.copyOf(judged);
    }

    /**
     * One that was judged.
     *
     * @param effect what was taken out of one arm, a fraction of the other
     * @param isFound whether it came to stand as a win
     */
    public record Judged(double effect, boolean isFound) {}

    /**
     * All of one size, also those that are too old to count for {@link #found()}.
     *
     * @param effect what was taken out of one arm, a fraction of the other
     * @param planted how many there are
     * @param judged how many of them were judged
     * @param found how many of those came to stand as a win
     */
    public record OfSize(double effect, int planted, int judged, int found) {}

    /** Returns the planted ones among hypotheses, the smallest first. */
    public static List<OfSize> bySize(List<Dossier> dossiers) {
        return dossiers.stream()
                .filter(dossier -> dossier.hypothesis().isPlanted())
                .collect(Collectors.groupingBy(PlantedWins::effect, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(size -> new OfSize(
                        size.getKey(),
                        size.getValue().size(),
                        (int) size.getValue().stream()
                                .filter(one -> one.state().isTerminal() && isJudged(one))
                                .count(),
                        (int) size.getValue().stream()
                                .filter(PlantedWins::isFound)
                                .count()))
                .toList();
    }

    /** Returns whether one can be planted in a job. */
    public static boolean canBeIn(JobSpec job) {
        return TIMES.contains(job.metric());
    }

    /** Returns why none can be planted in any of those jobs; empty where one can, or no job is given. */
    public static Optional<String> obstacle(Collection<JobSpec> jobs) {
        return jobs.isEmpty() || jobs.stream().anyMatch(PlantedWins::canBeIn)
                ? Optional.empty()
                : Optional.of("no job can be planted in: their metrics are not times");
    }

    private static double effect(Dossier dossier) {
        return dossier.hypothesis().expectedFraction().orElse(0);
    }

    private static boolean isFound(Dossier dossier) {
        return dossier.state() == HypothesisState.FOUND;
    }

    /** Returns how many of those that were judged were found. */
    public int found() {
        return (int) judged.stream().filter(Judged::isFound).count();
    }

    /** One that was given up before anything was concluded, as where the infrastructure failed, says nothing either. */
    private static boolean isJudged(Dossier dossier) {
        boolean isGivenUp = dossier.state() == HypothesisState.INCONCLUSIVE
                && dossier.comparison().flatMap(Comparison::decision).isEmpty();
        return !isGivenUp && !UNJUDGED.contains(dossier.state());
    }

    PlantedWins with(Optional<Dossier> before, Dossier now) {
        boolean hasEnded = now.state().isTerminal()
                && before.filter(was -> was.state().isTerminal()).isEmpty();
        if (before.isPresent() && !hasEnded) {
            return this;
        }
        Stream<Judged> more =
                hasEnded && isJudged(now) ? Stream.of(new Judged(effect(now), isFound(now))) : Stream.empty();
        List<Judged> all = Stream.concat(judged.stream(), more).toList();
        return new PlantedWins(
                begun + (before.isEmpty() ? 1 : 0), all.subList(Math.max(0, all.size() - REMEMBERED), all.size()));
    }
}
