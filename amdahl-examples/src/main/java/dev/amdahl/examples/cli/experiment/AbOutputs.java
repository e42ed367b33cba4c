package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import java.util.Optional;

/** Whether the outputs that {@code ab} is to compare can tell anything. Stateless. */
final class AbOutputs {
    private AbOutputs() {}

    /**
     * Requires that the baseline, run twice, wrote the same.
     *
     * @throws InvalidInputException if it did not: a comparison that was asked for is never left out in silence
     */
    static void require(LedgerView view, String family) {
        boolean differs = view.family(family)
                .flatMap(Family::outputReproducible)
                .filter(same -> !same)
                .isPresent();
        if (!differs) {
            return;
        }
        Optional<RunResult> newest = view.measurements(family).stream()
                .flatMap(run -> run.result().stream())
                .filter(result -> !result.mismatches().isEmpty())
                .reduce((earlier, later) -> later);
        String path = newest.map(result -> result.mismatches().get(0)).orElse("");
        boolean isWritten = newest.isEmpty()
                || newest.get().arms().stream().anyMatch(arm -> arm.digests().containsKey(path));
        throw new InvalidInputException(
                ("--output " + path).strip(),
                isWritten
                        ? "two runs of the baseline alone write other content, so that it cannot show whether the variant does"
                                + " the same work"
                        : "the baseline does not write it",
                isWritten
                        ? "make it repeatable (AMDAHL_SEED is the same for both), name another file, or leave --output out"
                        : "check the path, which is relative to the working directory");
    }
}
