package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Gaps;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;

/**
 * Fires if the variant's runs end well and their times, metric, work units or output digests, which they can supply, are not in the record
 * far more often than the baseline's: it hides them. One that is lost now and then, of either arm, is left out, and asked for again where
 * they are many.
 */
final class MissingMeasurements implements Check {
    private static final double ALPHA = .01;

    @Override
    public String name() {
        return "evidence kept";
    }

    /** Returns where no arm says how long it took, the caller has measured the effects himself. */
    @Override
    public boolean applies(Sample sample) {
        return sample.trials().stream()
                .anyMatch(trial -> trial.baseline().wallSeconds().isPresent()
                        || trial.variant().wallSeconds().isPresent());
    }

    @Override
    public Finding examine(Sample sample) {
        List<Trial> ended = sample.trials().stream()
                .filter(trial -> trial.baseline().isSuccess() && trial.variant().isSuccess())
                .toList();
        Sample all = new Sample(sample.evidence(), ended, ended, sample.seed());
        Gaps gaps = Gaps.of(
                all,
                trial -> isLost(trial.baseline(), sample.evidence()) || isUnexplained(trial, sample.evidence()),
                trial -> isLost(trial.variant(), sample.evidence()) || isUnexplained(trial, sample.evidence()));
        int oneSided = gaps.baseline() + gaps.variant();
        double p = oneSided == 0 ? 1 : Binomial.atLeast(gaps.variant(), oneSided, .5);
        return p < ALPHA
                ? Finding.fired(
                        "times, metric, work units or outputs of the variant were lost in " + gaps.variant()
                                + " pairs, of the baseline in " + gaps.baseline(),
                        p,
                        ALPHA)
                : gaps.examine(this, "times, metric, work units or outputs", whole -> Finding.clear(gaps.count(), 0));
    }

    /** Without an effect although nothing is known to lack. */
    private static boolean isUnexplained(Trial trial, Evidence evidence) {
        return trial.logRatio().isEmpty() && !isLost(trial.baseline(), evidence) && !isLost(trial.variant(), evidence);
    }

    private static boolean isLost(ArmResult arm, Evidence evidence) {
        return arm.wallSeconds().isEmpty()
                || (evidence.isWorkCounted() && arm.workUnits().isEmpty())
                || (evidence.isOutputDeclared() && arm.digests().isEmpty());
    }
}
