package dev.amdahl.core.internal.roi;

import java.util.OptionalDouble;

/**
 * What the loop itself spent, in one currency: cost = tokens + experiment accelerator-hours (both arms, failed ones too) + build
 * + review.
 *
 * @param refuted the part of it that went into hypotheses that were refuted: counted, not waste
 */
public record LoopCost(double tokens, double experiments, double build, double review, double refuted) {

    /** Returns all of it. */
    public double total() {
        return tokens + experiments + build + review;
    }

    /** Saved over cost. */
    public OptionalDouble gross(double saved) {
        return per(saved, total());
    }

    /** Saved less cost, over cost. */
    public OptionalDouble net(double saved) {
        return per(saved - total(), total());
    }

    /** Days until what is saved per day has paid the cost; empty when nothing is saved. */
    public OptionalDouble paybackDays(double savedPerDay) {
        return savedPerDay > 0 ? OptionalDouble.of(total() / savedPerDay) : OptionalDouble.empty();
    }

    /** Cost of a verdict or a win; empty before the first. */
    public OptionalDouble perOutcome(int outcomes) {
        return per(total(), outcomes);
    }

    /** Present value of a saving that comes at the end of each year, less what was paid at the start. */
    public static double netPresentValue(double savedPerYear, int years, double interest, double paid) {
        double value = -paid;
        for (int year = 1; year <= years; year++) {
            value += savedPerYear / Math.pow(1 + interest, year);
        }
        return value;
    }

    private static OptionalDouble per(double value, double divisor) {
        return divisor > 0 ? OptionalDouble.of(value / divisor) : OptionalDouble.empty();
    }
}
