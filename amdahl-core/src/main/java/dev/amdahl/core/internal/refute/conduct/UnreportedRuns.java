package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.spi.experiment.AnalysisConduct;

/** Fires if more of the runs that were started are absent from the record than the infrastructure loses. */
final class UnreportedRuns implements Check {
    static final double USUAL_LOSS = .02;
    private static final double ALPHA = .01;

    @Override
    public String name() {
        return "unreported runs";
    }

    /** Returns where it is known how many runs were started. */
    @Override
    public boolean applies(Sample sample) {
        AnalysisConduct conduct = sample.evidence().conduct();
        return conduct.baselinesAssigned().isPresent()
                && conduct.variantsAssigned().isPresent();
    }

    @Override
    public Finding examine(Sample sample) {
        AnalysisConduct conduct = sample.evidence().conduct();
        int assigned = Math.max(
                conduct.baselinesAssigned().orElseThrow(),
                conduct.variantsAssigned().orElseThrow());
        int recorded = (int) sample.evidence().trials().stream()
                .filter(trial -> !trial.isWarmUp())
                .count();
        int absent = assigned - recorded;
        if (absent <= 0) {
            return Finding.ruledOut();
        }
        double p = Binomial.atLeast(absent, assigned, USUAL_LOSS);
        return p < ALPHA
                ? Finding.fired(absent + " of " + assigned + " runs of an arm are not in the record", p, ALPHA)
                : Finding.clear(p, ALPHA);
    }
}
