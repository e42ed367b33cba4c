package dev.amdahl.core.internal.report.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * Shares of columns of equal width, one above the other: each layer is drawn down to the foot and the next one over it, so that what
 * is seen of a layer is its own share. Heights are whole per cent. Not thread-safe.
 */
final class StackedColumns {
    static final int UNITS = 100;

    private final int columns;
    private final double[] reached;
    private final List<String> styles = new ArrayList<>();
    private final List<String> outlines = new ArrayList<>();

    StackedColumns(int columns) {
        this.columns = columns;
        this.reached = new double[columns];
    }

    /** Adds a layer on top of those before. */
    StackedColumns layer(String style, IntToDoubleFunction share) {
        int[] heights = new int[columns];
        for (int i = 0; i < columns; i++) {
            reached[i] += share.applyAsDouble(i);
            heights[i] = (int) Math.round(UNITS * Math.min(1, reached[i]));
        }
        styles.add(style);
        outlines.add(outline(heights));
        return this;
    }

    void draw(Picture picture, String style, double y, double height) {
        picture.columns(style, y, height, columns, UNITS);
        for (int i = styles.size() - 1; i >= 0; i--) {
            picture.path(styles.get(i), outlines.get(i));
        }
        picture.end();
    }

    private static String outline(int[] heights) {
        StringBuilder path = new StringBuilder("M0 0");
        int from = 0;
        for (int i = 1; i <= heights.length; i++) {
            if (i == heights.length || heights[i] != heights[from]) {
                path.append('V').append(-heights[from]).append('h').append(i - from);
                from = i;
            }
        }
        return path.append("V0z").toString();
    }

    /** Full columns of which something holds. */
    static String boxes(int columns, IntPredicate holds) {
        StringBuilder path = new StringBuilder();
        int from = 0;
        for (int i = 1; i <= columns; i++) {
            if (i == columns || holds.test(i) != holds.test(from)) {
                if (holds.test(from)) {
                    path.append('M').append(from).append(" 0V-").append(UNITS);
                    path.append('h').append(i - from).append("V0z");
                }
                from = i;
            }
        }
        return path.toString();
    }
}
