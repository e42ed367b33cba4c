package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.OptionalDouble;

/**
 * An earlier verdict that speaks for or against a piece of advice: a row of the ledger.
 *
 * @param id the hypothesis
 * @param family where it was tried
 * @param isHere whether that is the family that advice is asked for
 * @param title what was changed: untrusted text
 * @param state how it ended, or where it stands
 * @param ratio of the metric, variant over baseline; empty if not measured
 * @param reason why
 */
public record PastVerdict(
        String id,
        String family,
        boolean isHere,
        String title,
        HypothesisState state,
        OptionalDouble ratio,
        String reason) {
    static PastVerdict of(Dossier dossier, String family) {
        return new PastVerdict(
                dossier.id(),
                dossier.hypothesis().family(),
                dossier.hypothesis().family().equals(family),
                dossier.hypothesis().title(),
                dossier.state(),
                dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty()),
                dossier.reason());
    }
}
