package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a win against a class removes of that class's accelerator-hours, by the wins of a ledger: the mean of a Beta posterior. The prior of a
 * class has the mean .3 and the weight of four wins; what its wins on other accelerators say is the prior, of the same weight, of those on
 * one. Ideas that did not win say nothing about it: they count in {@link dev.amdahl.core.internal.advice.WinRate}, by which it is multiplied.
 *
 * @param mean from 0 to 1
 * @param own wins of the class on that accelerator
 * @param all wins of the class on any, those included
 */
public record AddressableShare(double mean, int own, int all) {
    static final double PRIOR_MEAN = .3;
    static final double PRIOR_WEIGHT = 4;

    private static final Set<HypothesisState> WON =
            EnumSet.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW, HypothesisState.PROMOTED);

    /** A win: its accelerator, and the part that it removed of what its class held. */
    record Win(String accelerator, double captured) {}

    /** By the wins that stand in a ledger. */
    public static AddressableShare of(LedgerView view, Bottleneck bottleneck, String accelerator) {
        return of(
                view.live().stream()
                        .filter(dossier -> WON.contains(dossier.state())
                                && !dossier.hypothesis().isPlanted()
                                && dossier.hypothesis().bottleneck() == bottleneck)
                        .flatMap(dossier ->
                                captured(dossier).stream().mapToObj(part -> new Win(accelerator(view, dossier), part)))
                        .toList(),
                accelerator);
    }

    static AddressableShare of(List<Win> wins, String accelerator) {
        Map<Boolean, List<Win>> isOwn = wins.stream()
                .collect(Collectors.partitioningBy(win -> win.accelerator().equals(accelerator)));
        List<Win> own = isOwn.getOrDefault(true, List.of());
        List<Win> others = isOwn.getOrDefault(false, List.of());
        return new AddressableShare(posterior(posterior(PRIOR_MEAN, others), own), own.size(), wins.size());
    }

    /** A part captured counts as that part of a success. */
    private static double posterior(double mean, List<Win> wins) {
        double captured = wins.stream().mapToDouble(Win::captured).sum();
        return (PRIOR_WEIGHT * mean + captured) / (PRIOR_WEIGHT + wins.size());
    }

    private static String accelerator(LedgerView view, Dossier dossier) {
        return view.family(dossier.hypothesis().family())
                .map(Family::acceleratorType)
                .orElse("");
    }

    /** Saved over addressed, both of the job's accelerator-hours; empty where the share of the class was not measured. */
    private static OptionalDouble captured(Dossier dossier) {
        OptionalDouble ratio = dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        double addressed = 1 - 1 / dossier.screening().acceleratorCeiling().orElse(1);
        return ratio.isPresent() && addressed > 0
                ? OptionalDouble.of(Math.max(0, Math.min(1, (1 - ratio.getAsDouble()) / addressed)))
                : OptionalDouble.empty();
    }

    /** Returns it in words. */
    String told() {
        return all == 0
                ? String.format(Locale.ROOT, "addressable share %.2f, by the prior: no win of its class", mean)
                : String.format(
                        Locale.ROOT,
                        "addressable share %.2f, by %d wins of its class, %d on this accelerator",
                        mean,
                        all,
                        own);
    }
}
