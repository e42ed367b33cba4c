package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.model.SampleRatio;
import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.Exclusions;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;

/**
 * Fires if the draw of the order, or how many runs of each arm are left of those that were started, is not what chance gives: the
 * randomisation is broken.
 */
final class RatioOfRuns implements Check {
    private static final double ALPHA = SampleRatio.ALARM;

    @Override
    public String name() {
        return "sample ratio";
    }

    @Override
    public Finding examine(Sample sample) {
        int baselineFirst = first(sample, Order.BASELINE_FIRST);
        double order = fair(baselineFirst, baselineFirst + first(sample, Order.VARIANT_FIRST));
        if (order < ALPHA) {
            return Finding.fired("the order of the arms was not drawn by a fair coin", order, ALPHA);
        }
        int baseline = Reports.baselineOnly(sample);
        int discordant = baseline + Reports.variantOnly(sample);
        double reported = fair(baseline, discordant);
        if (reported < ALPHA) {
            return Finding.fired("one arm reports far less often than the other", reported, ALPHA);
        }
        Exclusions exclusions = sample.evidence().exclusions();
        double excluded = fair(exclusions.baseline(), exclusions.baseline() + exclusions.variant());
        if (excluded < ALPHA) {
            return Finding.fired(
                    "sample-ratio mismatch: " + exclusions.baseline() + " pairs were left out for the baseline, "
                            + exclusions.variant() + " for the variant",
                    excluded,
                    ALPHA);
        }
        double analysed = analysed(sample);
        return analysed < ALPHA
                ? Finding.fired(
                        "the runs left of each arm are not in the ratio in which they were started", analysed, ALPHA)
                : Finding.clear(Math.min(Math.min(order, excluded), Math.min(reported, analysed)), ALPHA);
    }

    private static int first(Sample sample, Order order) {
        return (int)
                sample.trials().stream().filter(trial -> trial.order() == order).count();
    }

    /** The runs that are left, given those that were started: two-sided exact binomial; 1 where that is not known. */
    private static double analysed(Sample sample) {
        AnalysisConduct conduct = sample.evidence().conduct();
        int baselines = conduct.baselinesAssigned().orElse(0);
        int variants = conduct.variantsAssigned().orElse(0);
        if (baselines <= 0 || variants <= 0) {
            return 1;
        }
        int baseline = (int) sample.trials().stream()
                .filter(trial -> trial.baseline().isSuccess())
                .count();
        int variant = (int) sample.trials().stream()
                .map(Trial::variant)
                .filter(arm -> arm.isSuccess())
                .count();
        return SampleRatio.of(baseline, variant, baselines / (double) (baselines + variants))
                .p();
    }

    private static double fair(int successes, int trials) {
        return SampleRatio.of(successes, trials - successes, .5).p();
    }
}
