package dev.amdahl.core.ledger.budget;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Upper bounds of what may be spent; positive infinity where there is none.
 *
 * @param acceleratorHours of trials, noise runs and evidence runs, both arms and failures included
 * @param money the same at the jobs' prices, and tokens
 * @param tokens read and written by models
 * @param tokenMoney price of the tokens
 * @param reviewMinutes time of people
 */
public record Limits(double acceleratorHours, double money, double tokens, double tokenMoney, double reviewMinutes) {
    /** No bound at all. */
    public static final Limits NONE = new Limits(
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY);

    private static final MathContext DIGITS = new MathContext(3);

    public Limits {
        if (!(acceleratorHours >= 0 && money >= 0 && tokens >= 0 && tokenMoney >= 0 && reviewMinutes >= 0)) {
            throw new IllegalArgumentException("a budget must be >= 0, was " + acceleratorHours
                    + " accelerator-hours, " + money + " in money, " + tokens + " tokens, " + tokenMoney
                    + " in money for tokens, " + reviewMinutes + " minutes of people");
        }
    }

    /** So many accelerator-hours. */
    public static Limits acceleratorHours(double hours) {
        return NONE.withAcceleratorHours(hours);
    }

    /** Returns the same with a bound on accelerator-hours. */
    public Limits withAcceleratorHours(double hours) {
        return new Limits(hours, money, tokens, tokenMoney, reviewMinutes);
    }

    /** Returns the same with a bound in money. */
    public Limits withMoney(double amount) {
        return new Limits(acceleratorHours, amount, tokens, tokenMoney, reviewMinutes);
    }

    /** Returns the same with a bound on what models read and write. */
    public Limits withTokens(double count) {
        return new Limits(acceleratorHours, money, count, tokenMoney, reviewMinutes);
    }

    /** Returns the same with a bound on the money for tokens. */
    public Limits withTokenMoney(double amount) {
        return new Limits(acceleratorHours, money, tokens, amount, reviewMinutes);
    }

    /** Returns the same with a bound on the time of people. */
    public Limits withReviewMinutes(double minutes) {
        return new Limits(acceleratorHours, money, tokens, tokenMoney, minutes);
    }

    /** Returns the lower bound of each. */
    public Limits within(Limits other) {
        return new Limits(
                Math.min(acceleratorHours, other.acceleratorHours),
                Math.min(money, other.money),
                Math.min(tokens, other.tokens),
                Math.min(tokenMoney, other.tokenMoney),
                Math.min(reviewMinutes, other.reviewMinutes));
    }

    /** Returns what of each is used: one line per bound, also where there is none. */
    public List<Use> uses(Amounts used) {
        return List.of(
                new Use("accelerator-hours", acceleratorHours, used.acceleratorHours()),
                new Use("money", money, used.money()),
                new Use("tokens", tokens, used.tokens()),
                new Use("money for tokens", tokenMoney, used.tokenMoney()),
                new Use("minutes of people", reviewMinutes, used.reviewMinutes()));
    }

    /** Returns an amount as messages of budgets have it, with three digits. */
    public static String text(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }

    /**
     * The used part of one limit.
     *
     * @param unit what is bounded
     * @param limit the bound
     * @param used spent or set aside
     */
    public record Use(String unit, double limit, double used) {

        /** Used over the bound; 0 without one, and 1 where nothing is allowed. */
        public double share() {
            return Double.isInfinite(limit) ? 0 : limit == 0 ? 1 : used / limit;
        }

        /** Returns the bound in words. */
        String bound() {
            return text(limit) + " " + unit;
        }

        boolean isOver() {
            return used > limit;
        }
    }
}
