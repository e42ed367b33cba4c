package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.loop.MemoryPolicy;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.design.Direction;
import dev.amdahl.core.stats.design.SignEProcess;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a promoted change has lost what it brought. A check compares the incumbent without the change to the incumbent; d is the log
 * of their ratio, above zero as long as the change helps. The hypothesis that it still brings its share of what was shown is rejected
 * by a one-sided sign e-process on d less that share, which may be looked at after every pair: for noise that is symmetric and
 * unimodal, a change that keeps its share is called decayed in at most so many checks as policy allows.
 *
 * @param shown log effect shown at promotion, above zero
 * @param kept the log effect below which it counts as lost
 * @param sigma sd of d, fixed when the check was designed
 * @param error highest rate of error
 */
record Decay(double shown, double kept, double sigma, double error) {

    static Decay of(double ratioAtPromotion, double sigma, MemoryPolicy policy) {
        double shown = Math.max(0, -Math.log(ratioAtPromotion));
        return new Decay(shown, policy.keptShare() * shown, sigma, policy.decayError());
    }

    /** Largest evidence so far that the share is lost. */
    double evidence(double[] d) {
        double[] less = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            less[i] = d[i] - kept;
        }
        return new SignEProcess(sigma, Direction.WIN).maxEvidence(less);
    }

    /** Returns why it has decayed; empty as long as that is not shown. */
    Optional<String> reason(double[] d) {
        double evidence = evidence(d);
        if (evidence < 1 / error) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%.1f %% were shown at promotion, now %.1f %% over %d pairs: less than %.1f %% at an error of at most %.2g"
                        + " (E %.3g)",
                100 * -Math.expm1(-shown),
                100 * -Math.expm1(-Summary.mean(d)),
                d.length,
                100 * -Math.expm1(-kept),
                error,
                evidence));
    }
}
