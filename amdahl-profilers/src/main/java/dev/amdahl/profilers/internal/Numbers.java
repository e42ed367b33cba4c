package dev.amdahl.profilers.internal;

import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers as the tools print them: with thousands commas, never with a decimal comma. */
public final class Numbers {
    private static final Pattern PLAIN = Pattern.compile("[+-]?[0-9]{1,40}(\\.[0-9]{0,40})?([eE][+-]?[0-9]{1,3})?");
    private static final Pattern GROUPED = Pattern.compile("[+-]?[0-9]{1,3}(,[0-9]{3}){1,12}(\\.[0-9]{0,40})?");
    private static final Pattern DECIMAL_COMMA = Pattern.compile(
            "[+-]?([0-9]{1,40},([0-9]{1,2}|[0-9]{4,40})|[0-9]{1,3}(\\.[0-9]{3})+,[0-9]{1,40}|[0-9]{4,40},[0-9]{3})");

    private Numbers() {}

    /** Returns the number; empty if it is none or not finite. */
    public static Optional<Double> parse(String text) {
        String plain = GROUPED.matcher(text).matches() ? text.replace(",", "") : text;
        if (!PLAIN.matcher(plain).matches()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(plain);
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    /** Returns whether it can only have been written with a comma for the decimal point, so that commas elsewhere mislead too. */
    public static boolean hasDecimalComma(String text) {
        return DECIMAL_COMMA.matcher(text).matches();
    }

    /** Returns a whole number from 0; -1 if the text is none. */
    public static long whole(String text) {
        String digits = text.strip();
        boolean isNumber =
                !digits.isEmpty() && digits.length() <= 18 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(digits) : -1;
    }

    /** Returns a whole number with sign and the suffixes K, M, G, T, P, E of 1,024; {@code Long.MIN_VALUE} if the text is none or too large. */
    public static long signed(String text) {
        String number = text.strip();
        boolean isNegative = number.startsWith("-");
        int from = isNegative ? 1 : 0;
        int suffix = number.isEmpty() ? -1 : "KMGTPE".indexOf(number.charAt(number.length() - 1));
        int to = suffix < 0 ? number.length() : number.length() - 1;
        long value = from < to ? whole(number.substring(from, to)) : -1;
        int shift = 10 * (suffix + 1);
        if (value < 0 || value > Long.MAX_VALUE >> shift) {
            return Long.MIN_VALUE;
        }
        return (isNegative ? -value : value) << shift;
    }
}
