package dev.amdahl.core.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks one line of text into lines of a width. Stateless. */
final class Wrapped {
    private Wrapped() {}

    /** The lines, at least one; broken after a space, a comma, a slash or an underscore where there is one. */
    static List<String> of(String text, int width) {
        int[] points = text.codePoints().toArray();
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (points.length - from > width) {
            int to = from + width;
            for (int i = to; i > from; i--) {
                if (points[i] == ' ' || isBreakAfter(points[i - 1])) {
                    to = i;
                    break;
                }
            }
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

    private static boolean isBreakAfter(int point) {
        return point == ',' || point == '/' || point == '_';
    }
}
