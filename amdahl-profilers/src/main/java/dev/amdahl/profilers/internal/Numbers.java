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

    /** The number; empty if it is none or not finite. */
    public static Optional<Double> parse(String text) {
        String plain = GROUPED.matcher(text).matches() ? text.replace(",", "") : text;
        if (!PLAIN.matcher(plain).matches()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(plain);
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    /** Whether it can only have been written with a comma for the decimal point, so that commas elsewhere mislead too. */
    public static boolean hasDecimalComma(String text) {
        return DECIMAL_COMMA.matcher(text).matches();
    }
}
