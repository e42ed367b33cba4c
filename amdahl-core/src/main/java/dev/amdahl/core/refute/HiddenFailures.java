package dev.amdahl.core.refute;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/** Fires if the variant fails more often: the runs that would have been slow may be the ones that vanished. */
final class HiddenFailures implements Check {
    private static final double LARGEST_EXCESS = .10;
    private static final int LEAST_COUNT = 3;

    @Override
    public String name() {
        return "failures hidden";
    }

    @Override
    public Finding examine(Sample sample) {
        int variantOnly = count(sample, false, true);
        int baselineOnly = count(sample, true, false);
        int discordant = variantOnly + baselineOnly;
        double p = discordant == 0
                ? 1
                : BinomialTest.withDefaults()
                        .with(AlternativeHypothesis.GREATER_THAN)
                        .test(discordant, variantOnly, .5)
                        .getPValue();
        if (p < .05) {
            return Finding.fired("the variant fails where the baseline succeeds, by McNemar's exact test", p, .05);
        }
        int excess = variantOnly - baselineOnly;
        double points = excess / (double) Math.max(1, sample.trials().size());
        return excess >= LEAST_COUNT && points >= LARGEST_EXCESS
                ? Finding.fired("the variant fails more often than the baseline", points, LARGEST_EXCESS)
                : Finding.clear(points, LARGEST_EXCESS);
    }

    private static int count(Sample sample, boolean baselineFails, boolean variantFails) {
        return (int) sample.trials().stream()
                .filter(trial -> baselineFails != trial.baseline().isSuccess())
                .filter(trial -> variantFails != trial.variant().isSuccess())
                .count();
    }
}
