package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.design.Assessment.Status;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.core.stats.design.SequentialRun;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;
import java.util.Locale;

/**
 * What a comparison that is not decided says: no answer yet, and why it goes on.
 *
 * @param found as it stands
 * @param experiment its design
 * @param comparison as it was assessed last
 * @param isConfirming whether its first set has passed
 */
record AbSoFar(ComparisonResult found, Experiment experiment, Comparison comparison, boolean isConfirming) {
    /** What no evidence comes to is asked for where a fixed number of pairs is run. */
    private static final double MAX_BAR = 1e12;

    /** Returns it in two lines; none before the first pair. */
    static List<String> of(LedgerView view, Dossier dossier) {
        return dossier.experiment().isEmpty() || dossier.comparison().isEmpty()
                ? List.of()
                : new AbSoFar(
                                ComparisonResult.of(view, dossier),
                                dossier.experiment().get(),
                                dossier.comparison().get(),
                                dossier.state() == HypothesisState.CONFIRMING)
                        .lines();
    }

    List<String> lines() {
        if (found.times().pairs().isEmpty()) {
            return List.of();
        }
        AbResult result = new AbResult(found, List.of());
        String times = "so far " + ReportText.seconds(found.times().baseline().orElseThrow()) + " -> "
                + ReportText.seconds(found.times().variant().orElseThrow()) + ", " + result.change()
                + (found.lower().isPresent() ? " " + result.interval() : "");
        return List.of(times, why());
    }

    private String why() {
        EvidencePolicy policy = experiment.policy().orElse(EvidencePolicy.DEFAULT);
        if (isConfirming) {
            long pairs = found.times().pairs().stream()
                    .filter(pair -> pair.set() > 1)
                    .count();
            double needed = Math.max(policy.confirmationBar(), experiment.plan().bar() / comparison.firstEvidence());
            return String.format(
                    Locale.ROOT,
                    "confirming: evidence %s of %s, pair %d of at least %d",
                    figure(comparison.confirmationEvidence()),
                    figure(needed),
                    pairs,
                    experiment.confirmationTrials());
        }
        if (policy.firstBar() > MAX_BAR) {
            return "all pairs run, whatever they say (--fixed-n)";
        }
        double loss = loss(policy);
        return loss > comparison.firstEvidence()
                ? "evidence for a loss " + figure(loss) + " of " + figure(policy.lossBar())
                : "evidence for a saving " + figure(comparison.firstEvidence()) + " of " + figure(policy.firstBar());
    }

    /** The evidence that the variant is slower, by the pairs as they were judged. */
    private double loss(EvidencePolicy policy) {
        SequentialRun run = new SequentialDesign(
                        policy, experiment.plan().sigma(), experiment.plan().bar())
                .begin();
        found.times().pairs().stream()
                .mapToDouble(pair -> Math.log(pair.variant() / pair.baseline()))
                .filter(Double::isFinite)
                .forEach(value -> {
                    if (run.status() == Status.CONTINUE) {
                        run.add(value);
                    }
                });
        return run.evidenceTotals().loss();
    }

    private static String figure(double evidence) {
        return Words.number(evidence >= 100 ? "%.0f" : evidence >= 10 ? "%.1f" : "%.2f", evidence)
                .replaceFirst("\\.0+$", "");
    }
}
