package dev.amdahl.core.report;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.report.picture.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table in plain text: a head, a rule and rows, in at most so many columns of characters. Where the cells are too wide, the
 * widest columns wrap, those set to the left first, between words where they can. Control characters of the cells are shown as {@code ?}. Not
 * thread-safe.
 */
public final class TextTable {
    /** Most characters of a line unless told otherwise. */
    public static final int WIDTH = 110;

    private static final int GAP = 2;
    private static final int NARROWEST = 8;

    /** How a column is set. */
    public enum Align {
        LEFT,
        RIGHT
    }

    private final List<String> head;
    private final List<Align> aligns;
    private final List<List<String>> rows = new ArrayList<>();
    private int width = WIDTH;

    private TextTable(List<String> head, List<Align> aligns) {
        this.head = List.copyOf(head);
        this.aligns = aligns;
    }

    /** Starts a table; a column whose name begins with {@code >} is set to the right. */
    public static TextTable of(String... columns) {
        List<String> names = new ArrayList<>();
        List<Align> aligns = new ArrayList<>();
        for (String column : columns) {
            boolean isRight = column.startsWith(">");
            names.add(isRight ? column.substring(1) : column);
            aligns.add(isRight ? Align.RIGHT : Align.LEFT);
        }
        return new TextTable(names, List.copyOf(aligns));
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if it has another number of cells than the head
     */
    public TextTable row(String... cells) {
        if (cells.length != head.size()) {
            throw new IllegalArgumentException("a row needs " + head.size() + " cells, got " + cells.length);
        }
        rows.add(Arrays.stream(cells)
                .map(cell -> PlainText.line(requireNonNull(cell)))
                .toList());
        return this;
    }

    /** Sets the most characters of a line; columns do not get narrower than 8 for it. */
    public TextTable width(int characters) {
        width = characters;
        return this;
    }

    /** The table, each line ended by a line feed. */
    public String render() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        append(text, head, widths);
        append(text, Arrays.stream(widths).mapToObj("-"::repeat).toList(), widths);
        boolean isAnyTall = rows.stream().anyMatch(row -> height(row, widths) > 1);
        for (int i = 0; i < rows.size(); i++) {
            if (isAnyTall && i > 0) {
                text.append('\n');
            }
            append(text, rows.get(i), widths);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return render();
    }

    private int[] widths() {
        int[] widths = new int[head.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = length(head.get(i));
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        int total = Arrays.stream(widths).sum() + GAP * (widths.length - 1);
        while (total > width) {
            int widest = widest(widths, Align.LEFT);
            if (widths[widest] <= NARROWEST) {
                widest = widest(widths, Align.RIGHT);
            }
            if (widths[widest] <= NARROWEST) {
                break;
            }
            widths[widest]--;
            total--;
        }
        return widths;
    }

    private int widest(int[] widths, Align align) {
        int widest = 0;
        for (int i = 0; i < widths.length; i++) {
            boolean isFirst = aligns.get(widest) != align;
            if (aligns.get(i) == align && (isFirst || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    private static int height(List<String> cells, int[] widths) {
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            height = Math.max(height, Wrapped.of(cells.get(i), widths[i]).size());
        }
        return height;
    }

    private void append(StringBuilder text, List<String> cells, int[] widths) {
        List<List<String>> columns = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            columns.add(Wrapped.of(cells.get(i), widths[i]));
        }
        for (int line = 0; line < height(cells, widths); line++) {
            StringBuilder built = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String part = line < columns.get(i).size() ? columns.get(i).get(line) : "";
                String space = " ".repeat(Math.max(0, widths[i] - length(part)));
                built.append(aligns.get(i) == Align.RIGHT ? space + part : part + space)
                        .append(" ".repeat(GAP));
            }
            text.append(built.toString().stripTrailing()).append('\n');
        }
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
