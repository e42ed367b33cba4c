package dev.amdahl.core.stats.online;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.internal.stats.Binomial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Calibration of the rule on A/A history: tests of equal arms should reject at their nominal rate.
 *
 * <p>Each history is cut into blocks of {@value #BLOCK} successive pairs (a rest of at least {@value #MIN_BLOCK} is one
 * more). A block is tested two-sidedly by all its sign flips, and its p is drawn between the shares of the flips that
 * exceed and that reach its sum, so that it is exactly uniform if the log ratios are symmetric about zero given the past,
 * which the evidence for wins rests on. Blocks share no pair and histories are not pooled, so the p-values are independent
 * then. Pairs stay in their order and keep their signs: shuffling would hide regimes and reversing arms at random would
 * hide that one of them is favoured, and no history could fail.
 *
 * @param verdict the answer
 * @param tests blocks tested
 * @param pairs pairs in them
 * @param small blocks with p at most .05
 * @param shareP two-sided binomial p of P(p ≤ .05) within [.03, .07]; empty with too few tests
 * @param uniformP Kolmogorov-Smirnov p of uniform p-values; empty with too few tests
 * @param reason one sentence for people
 */
public record Calibration(
        Verdict verdict,
        int tests,
        int pairs,
        int small,
        OptionalDouble shareP,
        OptionalDouble uniformP,
        String reason) {

    /** Pairs that are tested together. */
    public static final int BLOCK = 6;

    /** Fewest pairs that are tested together. */
    public static final int MIN_BLOCK = 4;

    /** Fewest tests that are judged. */
    public static final int MIN_TESTS = 8;

    private static final double LEVEL = .05;
    private static final double MIN_SHARE = .03;
    private static final double MAX_SHARE = .07;
    /** Both checks together fail a sound history at most once in a hundred times. */
    private static final double FAILS_BELOW = .005;

    /** The verdict of A/A history. */
    public enum Verdict {
        /** Equal arms look equal. */
        CALIBRATED,
        /** They do not: no win can be trusted until it is known why. */
        NOT_CALIBRATED,
        /** There is too little history to say. */
        TOO_FEW
    }

    /**
     * Replays the tests on log ratios of equal arms.
     *
     * @param histories of each family the log ratios in the order of measurement
     * @param seed of the draws; a block keeps its draw when pairs are added after it
     * @throws IllegalArgumentException if a log ratio is not finite
     */
    public static Calibration of(List<double[]> histories, long seed) {
        List<Double> values = new ArrayList<>();
        int pairs = 0;
        double sum = 0;
        for (int i = 0; i < histories.size(); i++) {
            double[] d = Arguments.requireFinite("histories[" + i + "]", histories.get(i));
            SignFlipBlock flips = new SignFlipBlock(seed, i);
            for (int from = 0; d.length - from >= MIN_BLOCK; from += BLOCK) {
                int to = Math.min(d.length, from + BLOCK);
                values.add(flips.p(d, from, to));
                pairs += to - from;
                for (int j = from; j < to; j++) {
                    sum += d[j];
                }
            }
        }
        return judge(values.stream().mapToDouble(Double::doubleValue).toArray(), pairs, sum / Math.max(1, pairs));
    }

    private static Calibration judge(double[] p, int pairs, double mean) {
        int tests = p.length;
        int small = 0;
        for (double value : p) {
            small += value <= LEVEL ? 1 : 0;
        }
        if (tests < MIN_TESTS) {
            String reason = text("%d tests of equal arms on %d pairs; %d are needed", tests, pairs, MIN_TESTS);
            return new Calibration(
                    Verdict.TOO_FEW, tests, pairs, small, OptionalDouble.empty(), OptionalDouble.empty(), reason);
        }
        double shareP = Math.min(
                1, 2 * Math.min(Binomial.atLeast(small, tests, MAX_SHARE), Binomial.atMost(small, tests, MIN_SHARE)));
        double uniformP = KolmogorovSmirnov.p(KolmogorovSmirnov.distance(p), tests);
        boolean sound = shareP >= FAILS_BELOW && uniformP >= FAILS_BELOW;
        String reason = text(
                "%d of %d tests of equal arms have p at most .05 (p %.2g that they are 3 to 7 %%, %.2g that all are"
                        + " uniform) on %d pairs, mean difference %.2f %%",
                small, tests, shareP, uniformP, pairs, 100 * Math.expm1(mean));
        return new Calibration(
                sound ? Verdict.CALIBRATED : Verdict.NOT_CALIBRATED,
                tests,
                pairs,
                small,
                OptionalDouble.of(shareP),
                OptionalDouble.of(uniformP),
                reason);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
