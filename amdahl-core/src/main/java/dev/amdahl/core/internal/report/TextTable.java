package dev.amdahl.core.internal.report;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.report.picture.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntBiFunction;

/**
 * A table in plain text: a head, a rule and rows, in at most so many columns of characters. Where the cells are too wide, the widest
 * columns wrap: between words, then after a comma, a slash or the like, and within a word only where nothing else is left. A no-break space
 * keeps two words together. Control characters of the cells are shown as {@code ?}. Not thread-safe.
 */
public final class TextTable {
    /** Most characters of a line unless told otherwise. */
    public static final int WIDTH = 80;

    private static final int GAP = 2;
    private static final int NARROWEST = 8;

    /** How a column is set. */
    public enum Align {
        LEFT,
        RIGHT
    }

    private final List<String> head;
    private final List<Align> aligns;
    private final List<List<List<String>>> rows = new ArrayList<>();
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
        return stacked(
                Arrays.stream(cells).map(cell -> List.of(requireNonNull(cell))).toList());
    }

    /**
     * Adds a row whose cells have several lines each.
     *
     * @throws IllegalArgumentException if it has another number of cells than the head
     */
    public TextTable stacked(List<List<String>> cells) {
        if (cells.size() != head.size()) {
            throw new IllegalArgumentException("a row needs " + head.size() + " cells, got " + cells.size());
        }
        rows.add(cells.stream()
                .map(lines -> lines.stream().map(PlainText::line).toList())
                .toList());
        return this;
    }

    /** Sets the most characters of a line; columns do not get narrower than 8 for it. */
    public TextTable width(int characters) {
        width = characters;
        return this;
    }

    /** Returns the table, each line ended by a line feed. */
    public String render() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        append(text, head.stream().map(List::of).toList(), widths);
        append(text, Arrays.stream(widths).mapToObj("-"::repeat).map(List::of).toList(), widths);
        boolean isAnyTall = rows.stream().anyMatch(row -> height(row, widths) > 1);
        for (int i = 0; i < rows.size(); i++) {
            if (isAnyTall && i > 0) {
                text.append('\n');
            }
            append(text, rows.get(i), widths);
        }
        return text.toString();
    }

    /** Returns whether no cell has to wrap. */
    public boolean fits() {
        return total(natural()) <= width;
    }

    @Override
    public String toString() {
        return render();
    }

    private int[] natural() {
        return columns((column, line) -> length(line));
    }

    /** Returns the widths of the columns by the widest line of each. */
    private int[] columns(ToIntBiFunction<Integer, String> measure) {
        int[] widths = new int[head.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = measure.applyAsInt(i, head.get(i));
            for (List<List<String>> row : rows) {
                for (String line : row.get(i)) {
                    widths[i] = Math.max(widths[i], measure.applyAsInt(i, line));
                }
            }
        }
        return widths;
    }

    private static int total(int[] widths) {
        return Arrays.stream(widths).sum() + GAP * (widths.length - 1);
    }

    private int[] widths() {
        int[] widths = natural();
        shrink(widths, columns((column, line) -> TextWrap.longestWord(line)));
        shrink(widths, columns((column, line) -> TextWrap.longestPiece(line)));
        shrink(widths, new int[widths.length]);
        int[] wide = widths.clone();
        return columns((column, line) -> TextWrap.of(line, wide[column]).stream()
                .mapToInt(TextTable::length)
                .max()
                .orElse(0));
    }

    /** Takes from the widest column until they fit, from none below its floor. */
    private void shrink(int[] widths, int[] floors) {
        for (int left = total(widths) - width; left > 0; left--) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (widths[i] > Math.max(NARROWEST, floors[i]) && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    private static List<String> wrapped(List<String> lines, int width) {
        return lines.stream().flatMap(line -> TextWrap.of(line, width).stream()).toList();
    }

    private static int height(List<List<String>> cells, int[] widths) {
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            height = Math.max(height, wrapped(cells.get(i), widths[i]).size());
        }
        return height;
    }

    private void append(StringBuilder text, List<List<String>> cells, int[] widths) {
        List<List<String>> columns = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            columns.add(wrapped(cells.get(i), widths[i]));
        }
        for (int line = 0; line < height(cells, widths); line++) {
            StringBuilder built = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String part = line < columns.get(i).size() ? columns.get(i).get(line) : "";
                String space = " ".repeat(Math.max(0, widths[i] - length(part)));
                built.append(aligns.get(i) == Align.RIGHT ? space + part : part + space)
                        .append(" ".repeat(GAP));
            }
            text.append(built.toString().replace(TextWrap.GLUE, ' ').stripTrailing())
                    .append('\n');
        }
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
