package dev.amdahl.examples.embed;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.LoopListener;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;

/** Prints what was found out, what waits for a person, and what people should know. */
public final class VerdictLog implements LoopListener {
    @Override
    public void verdict(Verdict verdict) {
        System.out.println(verdict.state() + " " + verdict.hypothesis().title() + ": " + verdict.reason());
    }

    /** A win has no verdict until a person answers. */
    @Override
    public void hypothesisMoved(HypothesisState from, Dossier dossier) {
        if (dossier.state() == HypothesisState.IN_REVIEW) {
            System.out.println("WIN " + dossier.hypothesis().title() + ": waits for a person as " + dossier.id());
        }
    }

    @Override
    public void note(String line) {
        System.out.println("note: " + line);
    }
}
