package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.stats.Binomial;

/**
 * Fires if the variant fails more often: the runs that would have been slow may be the ones that vanished. Three failures of it alone are a
 * suspicion that more pairs settle, and so are two where they are a tenth of all trials.
 */
final class HiddenFailures implements Check {
    private static final double LEVEL = .05;
    private static final double SUSPICION = .13;
    /** Of a share of failures that matters. */
    private static final double SLIGHT_SUSPICION = .26;

    private static final double LARGE_SHARE = .1;

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
        if (p < LEVEL) {
            return Finding.fired("the variant fails where the baseline succeeds, by McNemar's exact test", p, LEVEL);
        }
        boolean isLarge = variantFails >= LARGE_SHARE * sample.trials().size();
        return p <= (isLarge ? SLIGHT_SUSPICION : SUSPICION)
                ? Finding.unsettled(
                        "the variant alone fails in " + variantFails + " pairs, the baseline alone in " + baselineFails,
                        p,
                        LEVEL)
                : Finding.clear(p, LEVEL);
    }
}
