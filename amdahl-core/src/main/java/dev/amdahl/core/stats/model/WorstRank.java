package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Binomial;
import dev.amdahl.core.stats.rank.SignedRankTest;

/**
 * All pairs of an experiment scored without leaving out the failed ones (Lachin 1999). A pair scores log(variant / baseline)
 * where both arms finished. A failed arm is worse than any that did not fail, by more than every difference measured. An arm
 * stopped at its limit stands for at least the limit: the pair keeps its sign where the other arm finished under that limit.
 * Two arms of which neither finished tie. Swapping the arms only turns the sign, so that sign and signed-rank tests of the
 * scores are exact. Lower is better. Immutable and thread-safe.
 */
public final class WorstRank {

    private final double[] scores;

    private WorstRank(double[] scores) {
        this.scores = scores;
    }

    /**
     * Scores the pairs; the time of a failed arm is not looked at, that of a censored one is its limit.
     *
     * @throws IllegalArgumentException if lengths differ, or the time of an arm that did not fail is not positive and finite
     */
    public static WorstRank of(
            double[] baseline, ArmOutcome[] baselineOutcomes, double[] variant, ArmOutcome[] variantOutcomes) {
        int n = Arguments.requireAtLeast("the number of pairs", baseline.length, 1);
        requireLength("baselineOutcomes", baselineOutcomes.length, n);
        requireLength("variant", variant.length, n);
        requireLength("variantOutcomes", variantOutcomes.length, n);
        double[] scores = new double[n];
        double largest = 0;
        for (int i = 0; i < n; i++) {
            double b = time("baseline", i, baseline, baselineOutcomes[i]);
            double v = time("variant", i, variant, variantOutcomes[i]);
            scores[i] = score(b, baselineOutcomes[i], v, variantOutcomes[i]);
            largest = Math.max(largest, Double.isInfinite(scores[i]) ? 0 : Math.abs(scores[i]));
        }
        for (int i = 0; i < n; i++) {
            if (Double.isInfinite(scores[i])) {
                scores[i] = Math.copySign(2 * largest + 1, scores[i]);
            }
        }
        return new WorstRank(scores);
    }

    private static double score(double b, ArmOutcome baseline, double v, ArmOutcome variant) {
        if (baseline != ArmOutcome.FINISHED && variant != ArmOutcome.FINISHED) {
            return 0;
        }
        if (variant == ArmOutcome.FAILED) {
            return Double.POSITIVE_INFINITY;
        }
        if (baseline == ArmOutcome.FAILED) {
            return Double.NEGATIVE_INFINITY;
        }
        double d = Math.log(v) - Math.log(b);
        boolean contradicted = (variant == ArmOutcome.CENSORED && d < 0) || (baseline == ArmOutcome.CENSORED && d > 0);
        return contradicted ? 0 : d;
    }

    /** One score for each pair, for a signed-rank test: only signs and ranks have a meaning. */
    public double[] scores() {
        return scores.clone();
    }

    /** Pairs in which the variant was better. */
    public int better() {
        return count(-1);
    }

    /** Pairs in which the variant was worse. */
    public int worse() {
        return count(1);
    }

    /** The exact sign test of the pairs that do not tie; LESS is that the variant is better; 1 where all tie. */
    public double signTest(Alternative alternative) {
        int better = better();
        int n = better + worse();
        if (n == 0) {
            return 1;
        }
        return switch (alternative) {
            case LESS -> Binomial.atLeast(better, n, .5);
            case GREATER -> Binomial.atMost(better, n, .5);
            case TWO_SIDED -> Math.min(1, 2 * Binomial.atMost(Math.min(better, n - better), n, .5));
        };
    }

    /** The signed-rank test of the scores; LESS is that the variant is better; 1 where all tie. */
    public double signedRankTest(Alternative alternative) {
        return SignedRankTest.withDefaults().with(alternative).test(scores).p();
    }

    private int count(int sign) {
        int count = 0;
        for (double score : scores) {
            count += Math.signum(score) == sign ? 1 : 0;
        }
        return count;
    }

    private static double time(String name, int i, double[] times, ArmOutcome outcome) {
        return outcome == ArmOutcome.FAILED ? 0 : Arguments.requirePositive(name + "[" + i + "]", times[i]);
    }

    private static void requireLength(String name, int length, int n) {
        if (length != n) {
            throw new IllegalArgumentException(
                    name + " must hold as many values as baseline, " + n + ", held " + length);
        }
    }
}
