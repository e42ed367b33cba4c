package dev.amdahl.core.refute.conduct;

import dev.amdahl.core.refute.check.Check;
import dev.amdahl.core.refute.check.Finding;
import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;

/** Fires if a run ended well but its times, metric, work units or output digests, which it can supply, are not in the record. */
final class EvidenceKept implements Check {

    @Override
    public String name() {
        return "evidence kept";
    }

    @Override
    public Finding examine(Sample sample) {
        int lost = (int) sample.trials().stream()
                .filter(trial -> trial.baseline().isSuccess() && trial.variant().isSuccess())
                .filter(trial -> isLost(trial, sample.evidence()))
                .count();
        return lost > 0
                ? Finding.fired("times, metric, work units or outputs were lost in " + lost + " pairs", lost, 0)
                : Finding.clear(0, 0);
    }

    private static boolean isLost(Trial trial, Evidence evidence) {
        return trial.logRatio().isEmpty() || isLost(trial.baseline(), evidence) || isLost(trial.variant(), evidence);
    }

    private static boolean isLost(ArmResult arm, Evidence evidence) {
        return arm.wallSeconds().isEmpty()
                || (evidence.isWorkCounted() && arm.workUnits().isEmpty())
                || (evidence.isOutputDeclared() && arm.digests().isEmpty());
    }
}
