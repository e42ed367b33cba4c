package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Arguments;
import java.util.List;

/**
 * One guardrail metric on its log ratios: whether it is shown to be no worse than its margin.
 *
 * <p>Noise can never show a margin of 0. There a metric holds unless it is shown to be worse at the same alpha, and p is
 * that of "no worse" turned around: 1 - p of a worsening.
 *
 * @param name the metric
 * @param margin largest worsening that is let pass, as a fraction
 * @param meanWorsening mean log ratio, positive where the variant is worse
 * @param p one-sided p against "worse than the margin"
 * @param holds whether the guardrail holds
 */
public record NonInferiority(String name, double margin, double meanWorsening, double p, boolean holds) {

    /** Margin for metrics of speed. */
    public static final double PERFORMANCE = .02;

    /** Margin for memory. */
    public static final double MEMORY = .005;

    /** Margin for correctness. */
    public static final double CORRECTNESS = 0;

    /**
     * Student's one-sided test of log(variant / baseline) against log(1 + margin), or where higher is better against
     * log(1 - margin).
     *
     * @throws IllegalArgumentException if there are fewer than two log ratios, one is not finite, or margin is outside
     *     [0, 1)
     */
    public static NonInferiority of(
            String name, double[] logRatios, boolean lowerIsBetter, double margin, double alpha) {
        if (!(margin >= 0 && margin < 1)) {
            throw new IllegalArgumentException("margin must lie in [0, 1), was " + margin);
        }
        Arguments.requireProbability("alpha", alpha);
        Studentised mean = TTest.mean("logRatios", logRatios);
        double sign = lowerIsBetter ? 1 : -1;
        Studentised worsening = new Studentised(sign * mean.estimate(), mean.standardError(), mean.df());
        if (margin == 0) {
            double worse = worsening.p(0, Alternative.GREATER);
            return new NonInferiority(name, margin, worsening.estimate(), 1 - worse, worse > alpha);
        }
        double bound = lowerIsBetter ? Math.log1p(margin) : -Math.log1p(-margin);
        double p = worsening.p(bound, Alternative.LESS);
        return new NonInferiority(name, margin, worsening.estimate(), p, p <= alpha);
    }

    /** Intersection-union (Berger 1982): all have to hold, each at the full alpha; none at all holds. */
    public static boolean allHold(List<NonInferiority> guardrails) {
        return guardrails.stream().allMatch(NonInferiority::holds);
    }
}
