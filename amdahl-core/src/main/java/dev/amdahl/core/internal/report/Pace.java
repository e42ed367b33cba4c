package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.internal.roi.VerdictGain;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.Optional;
import java.util.OptionalDouble;

/** What one win is worth in money and in pace, from the same verdict. */
final class Pace {
    private Pace() {}

    static Optional<String> of(LedgerView view, ReportInputs inputs, Dossier dossier) {
        String family = dossier.hypothesis().family();
        Optional<JobSpec> job = inputs.job(family);
        OptionalDouble wall = Pairs.of(view, dossier.id()).baselineSeconds();
        OptionalDouble ratio =
                dossier.comparison().map(comparison -> comparison.ratio()).orElse(OptionalDouble.empty());
        if (!ReportText.isWin(dossier) || job.isEmpty() || wall.isEmpty() || ratio.isEmpty()) {
            return Optional.empty();
        }
        int count = job.get().accelerators().count();
        double seconds = wall.getAsDouble();
        VerdictGain gain = VerdictGain.of(
                new VerdictGain.Arm(count, seconds, 0),
                new VerdictGain.Arm(count, seconds * ratio.getAsDouble(), 0),
                job.get().runsPerWeek().orElse(0),
                job.get().price().map(Price::perAcceleratorHour).orElse(0.0));
        Unit unit = Unit.of(seconds);
        String pace = "Pace: " + Numbers.plain(gain.iterationsPerDayBefore()) + " iterations a day before, "
                + Numbers.plain(gain.iterationsPerDayAfter())
                + " after (runs of the job, each begun when the last one ends: "
                + unit.words(seconds) + " before, " + unit.words(seconds * ratio.getAsDouble()) + " after). Worth: ";
        boolean isScaled =
                job.get().runsPerWeek().isPresent() && job.get().price().isPresent();
        return Optional.of(pace
                + (isScaled
                        ? Numbers.money(
                                        gain.moneyPerWeek(),
                                        job.get().price().get().currency())
                                + " and " + Numbers.hours(gain.acceleratorHoursPerWeek())
                                + " of accelerators a week."
                        : "not known in money without a price and the runs a week."));
    }
}
