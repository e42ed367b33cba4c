package dev.amdahl.core.refute.figure;

import dev.amdahl.core.refute.check.Check;
import dev.amdahl.core.refute.check.Finding;
import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.core.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.job.Guardrail;

/**
 * Fires if a declared guardrail is not shown to be non-inferior: the upper 95 % bound of its mean worsening lies beyond the
 * margin. Noise can never show a margin of 0, so there it fires on a significant worsening instead.
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
            long lacking = sample.pairs().stream()
                    .filter(trial -> lacks(trial.baseline(), guardrail) || lacks(trial.variant(), guardrail))
                    .count();
            if (lacking > 0) {
                last = Finding.missing("guardrail '" + guardrail.name() + "' is missing from " + lacking + " of "
                        + sample.size() + " pairs");
                continue;
            }
            Finding finding = examine(guardrail, sample.each(trial -> worsening(trial, guardrail)));
            if (finding.isFired()) {
                return finding;
            }
            last = last.outcome() == Finding.Outcome.MISSING ? last : finding;
        }
        return last;
    }

    private static Finding examine(Guardrail guardrail, double[] worsening) {
        double margin = guardrail.margin();
        if (margin == 0) {
            double[] improvement = new double[worsening.length];
            for (int i = 0; i < worsening.length; i++) {
                improvement[i] = -worsening[i];
            }
            double least = -Significance.upperBound(improvement, CONFIDENCE);
            return least > 0
                    ? Finding.fired("guardrail '" + guardrail.name() + "' worsened", Summary.mean(worsening), 0)
                    : Finding.clear(Summary.mean(worsening), 0);
        }
        double most = Significance.upperBound(worsening, CONFIDENCE);
        return most > margin
                ? Finding.fired("guardrail '" + guardrail.name() + "' is not shown to hold", most, margin)
                : Finding.clear(most, margin);
    }

    private static boolean lacks(ArmResult arm, Guardrail guardrail) {
        return !arm.metrics().containsKey(guardrail.name());
    }

    /** As a fraction of the baseline; infinite where that is 0 and the variant is worse. */
    private static double worsening(Trial trial, Guardrail guardrail) {
        double baseline = trial.baseline().metrics().getOrDefault(guardrail.name(), Double.NaN);
        double variant = trial.variant().metrics().getOrDefault(guardrail.name(), Double.NaN);
        double worse = guardrail.lowerIsBetter() ? variant - baseline : baseline - variant;
        return worse == 0 ? 0 : worse / Math.max(1e-12, Math.abs(baseline));
    }
}
