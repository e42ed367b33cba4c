package dev.amdahl.profilers.internal.telemetry;

import java.util.Locale;
import java.util.Set;

/** One cell of a table of samples: a blank, or a number with or without a unit. */
final class Cell {
    private static final Set<String> UNITS = Set.of("%", "mib", "mb", "gib", "gb", "kib", "w", "mhz", "c", "mw");
    private static final double FIRST_BLANK = 0x1p63;
    private static final double DOUBLE_BLANK = 140_737_488_355_328.0;
    private static final double INT_BLANK = 2_147_483_632.0;
    private static final double INT_LAST = 2_147_483_647.0;

    private Cell() {}

    /** Returns the number, NaN for a blank or for what is not a number; gibibytes are given as mebibytes, milliwatts as watts. */
    static double number(String text) {
        String value = text.strip();
        int end = value.length();
        while (end > 0 && !isDigit(value.charAt(end - 1))) {
            end--;
        }
        String unit = value.substring(end).strip().toLowerCase(Locale.ROOT);
        String digits = value.substring(0, end);
        boolean isNumber = digits.length() <= 40 && digits.matches("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
        if (!isNumber || !(unit.isEmpty() || unit.equals(".") || UNITS.contains(unit))) {
            return Double.NaN;
        }
        double number = Double.parseDouble(digits);
        return switch (unit) {
            case "gib", "gb" -> number * 1024;
            case "kib", "mw" -> number / (unit.equals("mw") ? 1000 : 1024);
            default -> number;
        };
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns a number of DCGM, NaN where it is one of the values that stand for "not measured". */
    static double dcgm(String text) {
        double value = number(text);
        boolean blank = value >= FIRST_BLANK
                || value == DOUBLE_BLANK
                || (value > DOUBLE_BLANK && value < DOUBLE_BLANK + 16)
                || (value >= INT_BLANK && value <= INT_LAST);
        return blank ? Double.NaN : value;
    }
}
