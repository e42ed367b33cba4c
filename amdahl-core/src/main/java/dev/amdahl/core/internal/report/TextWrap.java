package dev.amdahl.core.internal.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks one line of text into lines of a width. */
final class TextWrap {
    /** A space that no line is broken at. */
    static final char GLUE = '\u00A0';

    private TextWrap() {}

    /** Returns the lines, at least one: broken at a space; else after a comma, a slash, an underscore or a hyphen; else anywhere. */
    static List<String> of(String text, int width) {
        int[] points = text.codePoints().toArray();
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (points.length - from > width) {
            int to = end(points, from, from + width);
            lines.add(new String(points, from, to - from).strip());
            from = to;
            while (from < points.length && points[from] == ' ') {
                from++;
            }
        }
        if (from < points.length || lines.isEmpty()) {
            lines.add(new String(points, from, points.length - from));
        }
        return lines;
    }

    private static int end(int[] points, int from, int most) {
        for (int i = most; i > from; i--) {
            if (points[i] == ' ') {
                return i;
            }
        }
        for (int i = most; i > from; i--) {
            if (isBreakBefore(points, i)) {
                return i;
            }
        }
        return most;
    }

    /** Returns how long the longest of the words is that stand between spaces. */
    static int longestWord(String text) {
        return longest(text.codePoints().toArray(), false);
    }

    /** Returns how long the longest of the pieces is that a line may be broken into without cutting a word. */
    static int longestPiece(String text) {
        return longest(text.codePoints().toArray(), true);
    }

    private static int longest(int[] points, boolean isInWords) {
        int longest = 0;
        int from = 0;
        for (int i = 1; i <= points.length; i++) {
            if (i == points.length || points[i] == ' ' || (isInWords && isBreakBefore(points, i))) {
                longest = Math.max(longest, i - from);
                from = i < points.length && points[i] == ' ' ? i + 1 : i;
            }
        }
        return longest;
    }

    private static boolean isBreakBefore(int[] points, int i) {
        return switch (points[i - 1]) {
            case ',', '/', '_' -> points[i] != GLUE;
            case '-' -> i > 1 && Character.isLetterOrDigit(points[i - 2]) && Character.isLetterOrDigit(points[i]);
            default -> false;
        };
    }
}
