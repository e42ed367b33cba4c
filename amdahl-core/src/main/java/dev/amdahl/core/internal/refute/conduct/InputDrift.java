package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Gaps;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.model.AdjustedEffect;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Trial;

/** Fires if the arms had different input and the effect does not hold at equal input. */
final class InputDrift implements Check {

    @Override
    public String name() {
        return "input drift";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().supplied().contains(Covariate.INPUT_BYTES)
                || sample.pairs().stream().anyMatch(InputDrift::hasDigests);
    }

    @Override
    public Finding examine(Sample sample) {
        int strangers = (int) sample.pairs().stream()
                .filter(trial -> !hasBytes(trial) && hasDigests(trial))
                .filter(trial ->
                        !trial.baseline().inputDigest().equals(trial.variant().inputDigest()))
                .count();
        if (strangers > 0) {
            return Finding.fired("the input digests of the arms differ in " + strangers + " pairs", strangers, 0);
        }
        return sample.evidence().supplied().contains(Covariate.INPUT_BYTES)
                ? Gaps.of(sample, arm -> Sample.has(arm, Covariate.INPUT_BYTES))
                        .examine(this, "INPUT_BYTES", InputDrift::atEqualInput)
                : Finding.clear();
    }

    private static Finding atEqualInput(Sample sample) {
        double[] z = sample.logRatios(Covariate.INPUT_BYTES);
        double drift = Summary.mean(z);
        if (!(Math.abs(drift) > .01) || Significance.differsFromZero(z) >= .01) {
            return Finding.clear(drift, .01);
        }
        Intercept equalInput = Intercept.of(sample.effects(), z);
        return Significance.isExplainedAway(equalInput.value(), equalInput.p(), sample.meanEffect())
                ? Finding.fired("the effect does not hold at equal input", drift, .01)
                : Finding.clear(drift, .01);
    }

    private static boolean hasBytes(Trial trial) {
        return Sample.has(trial.baseline(), Covariate.INPUT_BYTES)
                && Sample.has(trial.variant(), Covariate.INPUT_BYTES);
    }

    private static boolean hasDigests(Trial trial) {
        return trial.baseline().inputDigest().isPresent()
                && trial.variant().inputDigest().isPresent();
    }

    /**
     * The effect at equal circumstances: the intercept of d on z, with its HC3 p-value (MacKinnon and White 1985).
     *
     * @param value the intercept
     * @param p two-sided, by t with n - 2 degrees of freedom
     */
    private record Intercept(double value, double p) {

        /** Returns where z has no spread, the slope is taken as 1: twice the input, twice the time. */
        static Intercept of(double[] d, double[] z) {
            if (d.length < 4 || Summary.standardDeviation(z) < .05 * Math.abs(Summary.mean(z))) {
                return proportional(d, z);
            }
            AdjustedEffect effect = AdjustedEffect.of(d, new double[][] {z}, .95);
            return new Intercept(effect.intercept(), effect.pHc3());
        }

        private static Intercept proportional(double[] d, double[] z) {
            double[] adjusted = new double[d.length];
            for (int i = 0; i < d.length; i++) {
                adjusted[i] = d[i] - z[i];
            }
            return new Intercept(Summary.mean(adjusted), Significance.differsFromZero(adjusted));
        }
    }
}
