package dev.amdahl.core.ledger.view;

import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Optional;

/**
 * The record of one test, for online error control.
 *
 * @param designedAtEvent sequence number of the event that fixed its design
 * @param decidedAtEvent sequence number of the event that ended its experiment; 0 while it is open
 * @param p at most 1, min(1, 1 / evidence); 1 for what was refuted for other reasons, was a loss, or was not compared
 */
public record TestRecord(long designedAtEvent, long decidedAtEvent, double p) {

    /** Returns the test of a hypothesis; empty for one without a design, and for what the loop has planted. */
    public static Optional<TestRecord> of(Dossier dossier) {
        if (dossier.experiment().isEmpty() || dossier.hypothesis().isPlanted()) {
            return Optional.empty();
        }
        long designed = dossier.designedAtEvent();
        if (dossier.state().isInExperiment()) {
            return Optional.of(new TestRecord(designed, 0, 1));
        }
        boolean upheld = dossier.state() != HypothesisState.REGRESSION
                && (dossier.votes().isEmpty() || dossier.state() != HypothesisState.REFUTED);
        double p = dossier.comparison()
                .filter(ignored -> upheld)
                .map(Comparison::evidence)
                .map(evidence -> Math.min(1, 1 / evidence))
                .orElse(1.0);
        return Optional.of(new TestRecord(designed, dossier.decidedAtEvent(), p));
    }

    /** Returns whether its experiment is still open. */
    public boolean isOpen() {
        return decidedAtEvent == 0;
    }
}
