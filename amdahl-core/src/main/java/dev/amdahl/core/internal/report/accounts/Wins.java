package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.internal.advice.Surfaces;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The wins of a family that its savings are made of.
 *
 * @param promoted whose changes are in effect, in order of promotion: what a promoted removal took out is gone, and the removal brings
 *     nothing that was not there before
 * @param waiting for a person, the best first: of several that set the same thing one can be adopted, and only the best counts
 */
public record Wins(List<Dossier> promoted, List<Dossier> waiting) {
    public Wins {
        promoted = List.copyOf(promoted);
        waiting = List.copyOf(waiting);
    }

    /** Returns those among the hypotheses of a family. */
    public static Wins of(LedgerView view, Family family, Collection<Dossier> own) {
        List<Dossier> measured = own.stream()
                .filter(dossier -> dossier.comparison()
                        .filter(found -> found.ratio().isPresent())
                        .isPresent())
                .toList();
        List<Dossier> promoted = new ArrayList<>();
        for (Hypothesis effective : new Incumbents(view).inEffect(family.incumbent())) {
            measured.stream()
                    .filter(dossier -> dossier.state() == HypothesisState.PROMOTED
                            && dossier.hypothesis().fingerprint().equals(effective.fingerprint()))
                    .reduce((earlier, later) -> later)
                    .ifPresent(promoted::add);
        }
        List<Dossier> waiting = new ArrayList<>();
        measured.stream()
                .filter(dossier ->
                        dossier.state() == HypothesisState.SURVIVED || dossier.state() == HypothesisState.IN_REVIEW)
                .sorted(Comparator.comparingDouble(Wins::ratio))
                .filter(dossier -> waiting.stream().noneMatch(better -> isEither(better, dossier)))
                .forEach(waiting::add);
        return new Wins(promoted, waiting);
    }

    private static double ratio(Dossier win) {
        return win.comparison().orElseThrow().ratio().orElseThrow();
    }

    private static boolean isEither(Dossier one, Dossier other) {
        return Surfaces.overlap(one.hypothesis().change(), other.hypothesis().change());
    }
}
