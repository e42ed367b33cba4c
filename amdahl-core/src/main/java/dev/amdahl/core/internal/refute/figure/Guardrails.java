package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Gaps;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.model.NonInferiority;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.job.Guardrail;

/**
 * Fires if a declared guardrail worsened: the lower 95 % bound of its mean worsening lies beyond the margin. Where only the upper one
 * does, it is not shown to be non-inferior, and more pairs would tell. Noise can never show a margin of 0: there a worsening that is not
 * significant is none.
 */
final class Guardrails implements Check {
    private static final double CONFIDENCE = .95;

    @Override
    public String name() {
        return "guardrails";
    }

    @Override
    public boolean applies(Sample sample) {
        return !sample.evidence().plan().guardrails().isEmpty();
    }

    @Override
    public Finding examine(Sample sample) {
        Finding last = Finding.clear();
        for (Guardrail guardrail : sample.evidence().plan().guardrails()) {
            Finding finding = Gaps.of(sample, arm -> arm.metrics().containsKey(guardrail.name()))
                    .examine(
                            this,
                            "'" + guardrail.name() + "'",
                            whole -> examine(guardrail, whole.each(trial -> worsening(trial, guardrail))));
            if (finding.isFired()) {
                return finding;
            }
            boolean isOpen = last.outcome() == Finding.Outcome.MISSING || last.outcome() == Finding.Outcome.UNSETTLED;
            last = isOpen ? last : finding;
        }
        return last;
    }

    private static Finding examine(Guardrail guardrail, double[] worsening) {
        double margin = guardrail.margin();
        NonInferiority test = NonInferiority.of(worsening, margin, CONFIDENCE);
        String named = "guardrail '" + guardrail.name() + "' ";
        return switch (test.outcome()) {
            case WORSE ->
                margin == 0
                        ? Finding.fired(named + "worsened", Summary.mean(worsening), 0)
                        : Finding.fired(named + "worsened by more than its margin", test.lower(), margin);
            case OPEN -> Finding.unsettled(named + "is not shown to hold", test.upper(), margin);
            case HOLDS -> Finding.clear(margin == 0 ? Summary.mean(worsening) : test.upper(), margin);
        };
    }

    /** As a fraction of the baseline; infinite where that is 0 and the variant is worse. */
    private static double worsening(Trial trial, Guardrail guardrail) {
        double baseline = trial.baseline().metrics().getOrDefault(guardrail.name(), Double.NaN);
        double variant = trial.variant().metrics().getOrDefault(guardrail.name(), Double.NaN);
        double worse = guardrail.lowerIsBetter() ? variant - baseline : baseline - variant;
        return worse == 0 ? 0 : worse / Math.max(1e-12, Math.abs(baseline));
    }
}
