package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.util.OptionalDouble;

/**
 * Fires if the seconds that the variant saves come back as CPU seconds: the tree's CPU time per work unit grows by a quarter or
 * more, at 99 % confidence, and by at least half of the wall time saved. A change against a loss of the host or of input says that
 * it spends CPU, so there it does not apply; nor to a cap on power, which saves no seconds.
 */
final class CpuSpill implements Check {
    private static final double MIN_GROWTH = Math.log(1.25);
    private static final double MIN_SHARE = .5;

    @Override
    public String name() {
        return "CPU seconds per work unit";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().hypothesis().addressed().stream().noneMatch(CpuSpill::isOfTheHost)
                && !PowerCaps.isIn(sample.evidence().hypothesis().change())
                && sample.pairs().stream()
                        .allMatch(trial -> isMeasured(trial.baseline()) && isMeasured(trial.variant()));
    }

    @Override
    public Finding examine(Sample sample) {
        double[] shrinkage =
                sample.each(trial -> Math.log(perUnit(trial.baseline(), trial) / perUnit(trial.variant(), trial)));
        double growth = -Significance.upperBound(shrinkage, .99);
        double extra = Summary.mean(sample.each(trial -> cpu(trial.variant()) - cpu(trial.baseline())));
        double saved = Summary.mean(sample.each(trial -> wall(trial.baseline()) - wall(trial.variant())));
        return growth > MIN_GROWTH && extra >= MIN_SHARE * saved
                ? Finding.fired("the work went to the CPU, whose seconds per work unit grow", growth, MIN_GROWTH)
                : Finding.clear(growth, MIN_GROWTH);
    }

    private static boolean isOfTheHost(Bottleneck bottleneck) {
        return bottleneck.axis() == ResourceAxis.CPU || bottleneck.axis() == ResourceAxis.IO;
    }

    private static boolean isMeasured(ArmResult arm) {
        return arm.wallSeconds().isPresent() && arm.cpuSeconds().orElse(0) > 0;
    }

    private static double perUnit(ArmResult arm, Trial trial) {
        OptionalDouble units = arm.workUnits();
        boolean isCounted = trial.baseline().workUnits().orElse(0) > 0
                && trial.variant().workUnits().orElse(0) > 0;
        return isCounted ? cpu(arm) / units.orElseThrow() : cpu(arm);
    }

    private static double cpu(ArmResult arm) {
        return arm.cpuSeconds().orElseThrow();
    }

    private static double wall(ArmResult arm) {
        return arm.wallSeconds().orElseThrow();
    }
}
