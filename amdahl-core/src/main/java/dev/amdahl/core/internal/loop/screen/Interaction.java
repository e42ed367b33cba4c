package dev.amdahl.core.internal.loop.screen;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Hypothesis;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether promoted changes add up. Each was measured on top of those before it, so that the sum of those log effects is their joint
 * effect; what each contributes beside all others is what is lost without it. Where changes do not interact, both sums are equal.
 * The interval of the difference is Student's over the summed squared standard errors, with the degrees of freedom of the fewest pairs,
 * which is conservative.
 *
 * @param changes how many
 * @param joint log effect of all together
 * @param apart sum of the log effects that each has beside the others
 * @param halfWidth of the 95 % interval of their difference
 */
record Interaction(int changes, double joint, double apart, double halfWidth) {

    /** From the promoted hypotheses and the questions what is lost without each; empty while one is not decided. */
    static Optional<Interaction> of(LedgerView view, List<Hypothesis> promoted, List<Dossier> questions) {
        if (questions.stream()
                .anyMatch(question ->
                        question.comparison().flatMap(Comparison::decision).isEmpty())) {
            return Optional.empty();
        }
        double[][] together = promoted.stream()
                .flatMap(hypothesis -> view.dossier(hypothesis.id()).stream())
                .map(dossier -> logRatios(view, dossier))
                .toArray(double[][]::new);
        double[][] without =
                questions.stream().map(question -> logRatios(view, question)).toArray(double[][]::new);
        int fewest = Stream.concat(Stream.of(together), Stream.of(without))
                .mapToInt(d -> d.length)
                .min()
                .orElse(0);
        if (fewest < 2 || together.length != promoted.size() || without.length != promoted.size()) {
            return Optional.empty();
        }
        double joint = Stream.of(together).mapToDouble(Summary::mean).sum();
        double apart = -Stream.of(without).mapToDouble(Summary::mean).sum();
        double variance = Stream.concat(Stream.of(together), Stream.of(without))
                .mapToDouble(d -> Math.pow(Summary.standardDeviation(d), 2) / d.length)
                .sum();
        double quantile = StudentT.quantile(.975, fewest - 1);
        return Optional.of(new Interaction(promoted.size(), joint, apart, quantile * Math.sqrt(variance)));
    }

    /** Of the newest confirmation, which no stopping rule has chosen; of the first set where there is none. */
    private static double[] logRatios(LedgerView view, Dossier dossier) {
        if (dossier.experiment().isEmpty()) {
            return new double[0];
        }
        Trials trials = Trials.of(view, dossier);
        double[] confirmation = trials.confirmation();
        return confirmation.length > 1 ? confirmation : trials.logRatios(1);
    }

    boolean isBeyondItsInterval() {
        return Math.abs(joint - apart) > halfWidth;
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "the %d promoted changes interact: together %+.1f %%, the sum of what each does beside the others %+.1f %%"
                        + " (log difference %+.3f, interval half width %.3f)",
                changes,
                100 * Math.expm1(joint),
                100 * Math.expm1(apart),
                joint - apart,
                halfWidth);
    }
}
