package dev.amdahl.examples.cli.common;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Figures as people read them; what was not measured is a dash. */
public final class Words {
    public static final String NONE = "-";

    private static final Pattern COLOURS = Pattern.compile("\\x1b\\[[0-9;:]{0,40}[mK]");

    private Words() {}

    public static String number(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : NONE;
    }

    public static String number(String format, OptionalDouble value) {
        return value.isPresent() ? number(format, value.getAsDouble()) : NONE;
    }

    /** Returns a sum as read, which is a lower bound unless all of it was measured. */
    public static String sum(String figure, boolean isWhole) {
        return isWhole || figure.equals(NONE) ? figure : ">= " + figure;
    }

    /** Says of how many the time in the queue is known. */
    public static String queueKnown(long known, long all, String what) {
        return "queue: measured of " + known + " of " + all + " " + what
                + "; the others do not say when they were submitted";
    }

    /** Returns a ratio as a change in percent, such as {@code -23.4 %}. */
    public static String change(OptionalDouble ratio) {
        double percent = 100 * (ratio.orElse(1) - 1);
        return ratio.isEmpty() ? NONE : Math.abs(percent) < .05 ? "0.0 %" : number("%+.1f %%", percent);
    }

    /** Lines without what would steer a terminal: colours go, other characters that do not show become a question mark. */
    public static String printable(String text) {
        return COLOURS.matcher(text).replaceAll("").replaceAll("[\\p{Cc}\\p{Cf}&&[^\\n\\t]]", "?");
    }

    public static String percent(double share) {
        return number("%.1f %%", 100 * share);
    }
}
