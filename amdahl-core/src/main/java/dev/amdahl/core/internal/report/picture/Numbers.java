package dev.amdahl.core.internal.report.picture;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Numbers with their units, for people. */
public final class Numbers {
    private static final String UNKNOWN = "unknown";

    private Numbers() {}

    /** Returns a relative change as signed per cent, {@code -27.1 %}; the argument is a ratio, .729. */
    public static String change(double ratio) {
        double percent = 100 * (ratio - 1);
        return text(Math.abs(percent) < .05 ? "%.1f %%" : "%+.1f %%", Math.abs(percent) < .05 ? 0 : percent);
    }

    /** Returns a round relative change, {@code +5 %}; the argument is the change, .05. */
    public static String signed(double change) {
        BigDecimal percent = BigDecimal.valueOf(100 * change).round(new MathContext(3));
        return percent.signum() == 0
                ? "0"
                : (percent.signum() > 0 ? "+" : "")
                        + percent.stripTrailingZeros().toPlainString() + " %";
    }

    /** The ends of an interval of ratios, {@code [-30.2, -24.0]}. */
    public static String interval(double lower, double upper) {
        return "[" + end(lower) + ", " + end(upper) + "]";
    }

    private static String end(double ratio) {
        if (Double.isInfinite(ratio)) {
            return "inf";
        }
        return text("%+.1f", 100 * (ratio - 1));
    }

    /** Returns a speed-up, {@code 1.85x}. */
    public static String factor(OptionalDouble factor) {
        return factor.isEmpty() ? UNKNOWN : factor(factor.getAsDouble());
    }

    /** Returns a speed-up, {@code 1.85x}. */
    public static String factor(double factor) {
        return Double.isInfinite(factor) || factor > 999 ? ">999x" : text(factor >= 100 ? "%.0fx" : "%.2fx", factor);
    }

    /** Returns a share as per cent. */
    public static String percent(double share) {
        return text("%.1f %%", 100 * share);
    }

    /** Seconds with three significant digits, in the unit that suits. */
    public static String seconds(double seconds) {
        return Unit.of(seconds).words(seconds);
    }

    /** Returns accelerator time, given in hours, in the unit that suits it. */
    public static String hours(double hours) {
        return Unit.ofHours(hours).words(3_600 * hours);
    }

    /** Accelerator-hours, where known. */
    public static String hours(OptionalDouble hours) {
        return hours.isEmpty() ? UNKNOWN : hours(hours.getAsDouble());
    }

    /** Returns an amount of money. */
    public static String money(double amount, String currency) {
        double size = Math.abs(amount);
        String format = size >= 100 ? "%,.0f %s" : size >= .01 || size == 0 ? "%,.2f %s" : "%.2g %s";
        return text(format, amount, currency);
    }

    /** Amounts in several currencies; a dash for none. */
    public static String money(Map<String, Double> amounts) {
        return amounts.isEmpty()
                ? "-"
                : new TreeMap<>(amounts)
                        .entrySet().stream()
                                .map(entry -> money(entry.getValue(), entry.getKey()))
                                .collect(Collectors.joining(" + "));
    }

    /** Three significant digits, thousands grouped, without an exponent. */
    public static String significant(double value) {
        double size = Math.abs(value);
        if (!(size < 1e15)) {
            return text("%.3g", value);
        }
        if (size == 0) {
            return "0";
        }
        int digits = (int) Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(size))));
        return text("%,." + digits + "f", value);
    }

    /** Returns a round figure without what says nothing, thousands grouped: {@code 20}, {@code 0.5}. */
    public static String plain(double value) {
        BigDecimal round = BigDecimal.valueOf(value).round(new MathContext(3));
        return text("%,." + Math.max(0, round.stripTrailingZeros().scale()) + "f", round);
    }

    /** Any text in the root locale. */
    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
