package dev.amdahl.core.refute.conduct;

import dev.amdahl.core.refute.check.Check;
import dev.amdahl.core.refute.check.Finding;
import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.core.stats.Binomial;

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
        int variantFails = Reports.baselineOnly(sample);
        int baselineFails = Reports.variantOnly(sample);
        int discordant = variantFails + baselineFails;
        double p = discordant == 0 ? 1 : Binomial.atLeast(variantFails, discordant, .5);
        if (p < .05) {
            return Finding.fired("the variant fails where the baseline succeeds, by McNemar's exact test", p, .05);
        }
        int excess = variantFails - baselineFails;
        double points = excess / (double) Math.max(1, sample.trials().size());
        boolean unusual = excess >= LEAST_COUNT
                && Binomial.atLeast(variantFails, sample.trials().size(), UnreportedRuns.USUAL_LOSS) < .01;
        return unusual && points >= LARGEST_EXCESS
                ? Finding.fired("the variant fails more often than the baseline", points, LARGEST_EXCESS)
                : Finding.clear(points, LARGEST_EXCESS);
    }
}
