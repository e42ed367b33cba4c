package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.internal.loop.FieldRequest;
import dev.amdahl.core.internal.loop.verify.HoldBack;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.RealizedSaving;
import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a promoted change saves, by the scheduled runs that were held back from it: pairs, drawn as those of its experiment. */
final class HeldBackRuns {
    private static final int MIN_PAIRS = 4;
    private static final double UPPER = .975;
    private static final double SECONDS = 3600;
    private static final double WEEK = Duration.ofDays(7).toSeconds();

    private HeldBackRuns() {}

    /** Returns the saving of the newest change of which at least {@value #MIN_PAIRS} pairs are known; empty if none is. */
    static Optional<RealizedSaving> of(LedgerView view, List<Dossier> promoted, Optional<JobSpec> job) {
        return promoted.stream()
                .flatMap(dossier -> of(view, dossier, job).stream())
                .reduce((earlier, later) -> later);
    }

    private static Optional<RealizedSaving> of(LedgerView view, Dossier promoted, Optional<JobSpec> job) {
        double[] d = HoldBack.logRatios(view, promoted);
        Optional<Range> projected = LaterRuns.projected(promoted);
        if (d.length < MIN_PAIRS || projected.isEmpty()) {
            return Optional.empty();
        }
        double mean = Summary.mean(d);
        double error = Summary.standardDeviation(d) / Math.sqrt(d.length) * StudentT.quantile(UPPER, d.length - 1);
        Range share = new Range(-Math.expm1(mean + error), -Math.expm1(mean), -Math.expm1(mean - error));
        List<Run> held = view.runsOf(promoted.id()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.HELD_BACK
                        && run.result().isPresent())
                .toList();
        double hours = held.stream()
                        .map(run ->
                                run.result().orElseThrow().arms().get(run.plan().isVariantFirst() ? 1 : 0))
                        .filter(ArmResult::isSuccess)
                        .mapToDouble(arm -> arm.wallSeconds().orElse(0))
                        .average()
                        .orElse(0)
                * job.map(spec -> spec.accelerators().count()).orElse(1)
                / SECONDS;
        double ofEach = 2.0
                + FieldRequest.between(job.flatMap(JobSpec::field)
                        .map(FieldTrials::holdBack)
                        .filter(any -> any > 0)
                        .orElse(FieldTrials.DEFAULT.holdBack()));
        double weeks = Duration.between(
                                held.get(0).intendedAt(),
                                held.get(held.size() - 1).intendedAt())
                        .toSeconds()
                / WEEK
                * held.size()
                / Math.max(1, held.size() - 1);
        return Optional.of(new RealizedSaving(
                projected.get(),
                share,
                share.map(saved -> saved * hours * ofEach * d.length),
                2 * d.length,
                OptionalDouble.empty(),
                weeks,
                0));
    }
}
