package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Covariate;
import java.util.Set;

/**
 * Fires if the arms ran at different clocks and the effect does not hold when counted in cycles. A cap on power acts by the clock of the
 * accelerators.
 *
 * @param clock which clock, in MHz
 */
record ClockDrift(Covariate clock) implements Check {

    @Override
    public String name() {
        return clock == Covariate.CPU_MHZ ? "CPU clock" : "accelerator clock";
    }

    @Override
    public Set<Covariate> requires() {
        return Set.of(clock);
    }

    @Override
    public boolean applies(Sample sample) {
        return clock == Covariate.CPU_MHZ
                || !PowerCaps.isIn(sample.evidence().hypothesis().change());
    }

    @Override
    public Finding examine(Sample sample) {
        double[] drift = sample.logRatios(clock);
        double mean = Summary.mean(drift);
        if (!(Math.abs(mean) > .01) || Significance.differsFromZero(drift) >= .01) {
            return Finding.clear(mean, .01);
        }
        double[] cycles = sample.effects();
        for (int i = 0; i < cycles.length; i++) {
            cycles[i] += drift[i];
        }
        return Significance.isExplainedAway(
                        Summary.mean(cycles), Significance.differsFromZero(cycles), sample.meanEffect())
                ? Finding.fired("the clocks of the arms differ, and in cycles the effect does not hold", mean, .01)
                : Finding.clear(mean, .01);
    }
}
