package dev.amdahl.core.report;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.report.claim.Wording;
import dev.amdahl.core.report.picture.Numbers;
import dev.amdahl.core.roi.VerdictGain;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What one win is worth in money and in pace, from the same verdict. Stateless. */
final class Pace {
    private Pace() {}

    static Optional<String> of(ReportInputs inputs, Map<String, Double> baselines, Dossier dossier) {
        String family = dossier.hypothesis().family();
        Optional<JobSpec> job = inputs.job(family);
        Optional<Double> wall = Optional.ofNullable(baselines.get(family));
        OptionalDouble ratio =
                dossier.comparison().map(comparison -> comparison.ratio()).orElse(OptionalDouble.empty());
        if (!Wording.isWin(dossier) || job.isEmpty() || wall.isEmpty() || ratio.isEmpty()) {
            return Optional.empty();
        }
        int count = job.get().accelerators().count();
        double seconds = wall.get();
        VerdictGain gain = VerdictGain.of(
                new VerdictGain.Arm(count, seconds, 0),
                new VerdictGain.Arm(count, seconds * ratio.getAsDouble(), 0),
                job.get().runsPerWeek().orElse(0),
                job.get().price().map(Price::perAcceleratorHour).orElse(0.0));
        String pace = "Worth: " + Numbers.significant(gain.iterationsPerDayBefore()) + " to "
                + Numbers.significant(gain.iterationsPerDayAfter()) + " runs a day one after the other";
        boolean isScaled =
                job.get().runsPerWeek().isPresent() && job.get().price().isPresent();
        return Optional.of(
                isScaled
                        ? pace + "; " + Numbers.hours(gain.acceleratorHoursPerWeek()) + " of accelerators and "
                                + Numbers.money(
                                        gain.moneyPerWeek(),
                                        job.get().price().get().currency())
                                + " a week."
                        : pace + "; money not known without price and runs a week.");
    }
}
