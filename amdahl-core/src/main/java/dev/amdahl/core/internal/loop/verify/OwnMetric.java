package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.experiment.Trial;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is saved by a figure that the job reports of itself, or by its energy, beside what its whole wall time says: time is held, and paid, by the wall.
 *
 * @param ratio of the wall times, variant to baseline, with an interval of 95 %
 */
public record OwnMetric(double ratio, double lower, double upper) {
    private static final int MIN = 4;
    private static final double CONFIDENCE = .95;

    /** Empty for a time that is measured from outside, and where too few pairs were timed. */
    public static Optional<OwnMetric> of(LedgerView view, Dossier dossier) {
        if (dossier.experiment()
                .filter(experiment -> !experiment.plan().metric().isTime())
                .isEmpty()) {
            return Optional.empty();
        }
        double[] logs = Trials.of(view, dossier).undisputed().stream()
                .filter(trial -> !trial.isWarmUp() && trial.logRatio().isPresent())
                .mapToDouble(OwnMetric::wall)
                .filter(Double::isFinite)
                .toArray();
        if (logs.length < MIN) {
            return Optional.empty();
        }
        Interval interval = HodgesLehmann.interval(logs, CONFIDENCE);
        return Optional.of(new OwnMetric(
                Math.exp(HodgesLehmann.estimate(logs)), Math.exp(interval.lower()), Math.exp(interval.upper())));
    }

    private static double wall(Trial trial) {
        return Math.log(trial.variant().wallSeconds().orElse(Double.NaN)
                / trial.baseline().wallSeconds().orElse(Double.NaN));
    }

    /** Returns the comparison that money is computed from: the own figure's, or the wall's where that saves less. */
    public static Comparison billed(LedgerView view, Dossier dossier) {
        Comparison claimed = whole(dossier);
        return of(view, dossier)
                .filter(wall -> wall.ratio > claimed.ratio().orElse(1))
                .map(wall -> new Comparison(
                        claimed.pairs(),
                        claimed.firstEvidence(),
                        claimed.confirmationEvidence(),
                        OptionalDouble.of(wall.ratio),
                        OptionalDouble.of(wall.lower),
                        OptionalDouble.of(wall.upper),
                        Optional.empty(),
                        claimed.reason()))
                .orElse(claimed);
    }

    /** Returns what is claimed, as what it means for a whole run. */
    public static Comparison whole(Dossier dossier) {
        Comparison claimed = dossier.comparison().orElseThrow();
        Sampling sampling = dossier.experiment()
                .map(experiment -> experiment.plan().sampled())
                .orElse(Sampling.WHOLE);
        return sampling.share().isEmpty()
                ? claimed
                : new Comparison(
                        claimed.pairs(),
                        claimed.firstEvidence(),
                        claimed.confirmationEvidence(),
                        whole(sampling, claimed.ratio()),
                        whole(sampling, claimed.lower()),
                        whole(sampling, claimed.upper()),
                        claimed.decision(),
                        claimed.reason());
    }

    private static OptionalDouble whole(Sampling sampling, OptionalDouble ratio) {
        return ratio.isEmpty() ? ratio : OptionalDouble.of(sampling.whole(ratio.getAsDouble()));
    }

    /** Returns both in one line; empty where there is one figure only. */
    static Optional<String> line(LedgerView view, Dossier dossier) {
        OptionalDouble claimed = dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        return claimed.isEmpty()
                ? Optional.empty()
                : of(view, dossier)
                        .map(wall -> String.format(
                                Locale.ROOT,
                                "by the job's own figure %+.1f %%, by the wall time of the whole job %+.1f %%: money"
                                        + " is computed from the smaller saving",
                                100 * (claimed.getAsDouble() - 1),
                                100 * (wall.ratio - 1)));
    }
}
