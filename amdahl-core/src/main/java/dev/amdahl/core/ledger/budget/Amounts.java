package dev.amdahl.core.ledger.budget;

import java.util.function.LongBinaryOperator;

/**
 * Amounts spent or reserved, in whole millionths, so that sums are exact in any order.
 *
 * @param acceleratorMicroseconds time that accelerators were held
 * @param moneyMicros the price of that time and of tokens
 * @param tokens read and written by models
 * @param tokenMoneyMicros the part of the money that went into tokens
 * @param reviewMicrominutes time of people
 */
public record Amounts(
        long acceleratorMicroseconds, long moneyMicros, long tokens, long tokenMoneyMicros, long reviewMicrominutes) {
    /** Nothing. */
    public static final Amounts NONE = new Amounts(0, 0, 0, 0, 0);

    private static final double MICROS = 1e6;
    private static final double SECONDS_PER_HOUR = 3600;

    public Amounts {
        if (Math.min(Math.min(acceleratorMicroseconds, moneyMicros), Math.min(tokens, tokenMoneyMicros)) < 0
                || reviewMicrominutes < 0) {
            throw new IllegalArgumentException("an amount is >= 0, were " + acceleratorMicroseconds + ", " + moneyMicros
                    + ", " + tokens + ", " + tokenMoneyMicros + " and " + reviewMicrominutes);
        }
    }

    /** So many accelerator-seconds at a price per accelerator-hour, 0 where none is known. */
    public static Amounts accelerators(double seconds, double pricePerHour) {
        return new Amounts(micros(seconds), micros(seconds / SECONDS_PER_HOUR * pricePerHour), 0, 0, 0);
    }

    /** So many tokens, and what they cost. */
    public static Amounts tokens(long tokens, double money) {
        return new Amounts(0, micros(money), tokens, micros(money), 0);
    }

    /** So many minutes of people. */
    public static Amounts review(double minutes) {
        return new Amounts(0, 0, 0, 0, micros(minutes));
    }

    private static long micros(double value) {
        return Math.round(value * MICROS);
    }

    /** Accelerator-hours. */
    public double acceleratorHours() {
        return acceleratorMicroseconds / MICROS / SECONDS_PER_HOUR;
    }

    /** Money, tokens included. */
    public double money() {
        return moneyMicros / MICROS;
    }

    /** Money for tokens. */
    public double tokenMoney() {
        return tokenMoneyMicros / MICROS;
    }

    /** Minutes of people. */
    public double reviewMinutes() {
        return reviewMicrominutes / MICROS;
    }

    /** Returns both together. */
    public Amounts plus(Amounts other) {
        return each(other, Math::addExact);
    }

    /**
     * This without a part of it.
     *
     * @throws IllegalArgumentException if the other is more
     */
    public Amounts minus(Amounts other) {
        return each(other, Math::subtractExact);
    }

    /** Returns the lesser of each. */
    public Amounts atMost(Amounts other) {
        return each(other, Math::min);
    }

    private Amounts each(Amounts other, LongBinaryOperator operator) {
        return new Amounts(
                operator.applyAsLong(acceleratorMicroseconds, other.acceleratorMicroseconds),
                operator.applyAsLong(moneyMicros, other.moneyMicros),
                operator.applyAsLong(tokens, other.tokens),
                operator.applyAsLong(tokenMoneyMicros, other.tokenMoneyMicros),
                operator.applyAsLong(reviewMicrominutes, other.reviewMicrominutes));
    }
}
