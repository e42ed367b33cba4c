package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Time from proposal to the loop's own verdict, over hypotheses that were tested; waiting for a person is not in it.
 *
 * @param count how many
 * @param median p50 in seconds, nearest rank
 * @param p90 in seconds, nearest rank
 */
record Latency(int count, double median, double p90) {

    static Optional<Latency> of(LedgerView view) {
        double[] seconds = view.dossiers().stream()
                .filter(dossier -> dossier.experiment().isPresent())
                .filter(dossier -> ReportText.isWin(dossier) || dossier.state().isTerminal())
                .mapToDouble(dossier -> Math.max(
                        0,
                        Duration.between(dossier.proposedAt(), decidedAt(view, dossier))
                                        .toMillis()
                                / 1e3))
                .sorted()
                .toArray();
        return seconds.length == 0
                ? Optional.empty()
                : Optional.of(new Latency(seconds.length, rank(seconds, .5), rank(seconds, .9)));
    }

    /** Returns an answered review moved it later; then the end of its last trial stands for the verdict. */
    private static Instant decidedAt(LedgerView view, Dossier dossier) {
        if (dossier.review().isEmpty()) {
            return dossier.movedAt();
        }
        return Pairs.of(view, dossier.id()).rows().stream()
                .flatMap(row -> row.result().arms().stream())
                .flatMap(arm ->
                        arm
                                .started()
                                .map(started -> started.plusMillis(
                                        Math.round(1e3 * arm.wallSeconds().orElse(0))))
                                .stream())
                .max(Instant::compareTo)
                .orElse(dossier.movedAt());
    }

    private static double rank(double[] sorted, double quantile) {
        return Arrays.stream(sorted)
                .skip((long) Math.ceil(quantile * sorted.length) - 1)
                .findFirst()
                .orElseThrow();
    }
}
