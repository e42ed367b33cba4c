package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.spi.experiment.Decision;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** How far pairs lie apart, and what that hides. Stateless. */
final class Spread {
    /** How the caveat begins. */
    static final String CAVEAT = "the pairs vary by ";

    private static final int FEWEST = 4;

    /** A spread larger than the one assumed by less than this is chance. */
    private static final double MUCH = 1.5;

    private Spread() {}

    /** Log ratios of the usable pairs of the first set, the warm-up left out, in order. */
    static double[] firstSet(LedgerView view, Dossier dossier) {
        return view.runsOf(dossier.id()).stream()
                .filter(run -> run.plan().set() == 1 && run.plan().index() > 0)
                .flatMap(run -> run.result().stream())
                .map(RunResult::logRatio)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    /** What must be said where "no effect" rests on a smaller spread than was seen. */
    static Optional<String> caveat(LedgerView view, Dossier dossier, EvidencePolicy policy, Decision decision) {
        if (decision != Decision.EQUIVALENT) {
            return Optional.empty();
        }
        double[] d = firstSet(view, dossier);
        return dossier.experiment()
                .flatMap(experiment -> caveat(
                        d,
                        experiment.plan().sigma(),
                        new Power(policy),
                        experiment.plan().bar()));
    }

    static Optional<String> caveat(double[] d, double assumed, Power power, double bar) {
        double seen = d.length < FEWEST ? 0 : Summary.standardDeviation(d);
        return seen <= MUCH * assumed
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        CAVEAT + "%.0f %%, assumed were %.0f %%: less than about %.0f %% could not have been seen;"
                                + " measure on a quieter machine",
                        100 * seen,
                        100 * assumed,
                        100 * power.smallestDetectableEffect(seen, bar)));
    }
}
