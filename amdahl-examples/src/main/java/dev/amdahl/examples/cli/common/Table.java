package dev.amdahl.examples.cli.common;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rows in columns as wide as their widest cell, or as narrow as the terminal: there cells take several lines. Not thread-safe. */
public final class Table {
    private static final String GAP = "  ";
    /** A word is broken only where the terminal leaves no other way, and not into less. */
    private static final int MIN_PIECE = 12;

    private static final String JOINTS = "-_/.:,=";

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... head) {
        rows.add(List.of(head));
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** Returns the table for standard output: as narrow as a terminal is, and as wide as it likes where that is none. */
    @Override
    public String toString() {
        OptionalInt columns = Terminal.columns();
        return toString(columns.isPresent() ? Width.ofTerminal().columns() : Integer.MAX_VALUE);
    }

    /** Returns the table in lines of at most so many characters, if its words allow. */
    String toString(int columns) {
        List<List<String>> cells = rows.stream()
                .map(row -> row.stream().map(Table::clean).toList())
                .toList();
        int[] widths = widths(cells, columns);
        StringBuilder out = new StringBuilder();
        for (List<String> row : cells) {
            List<List<String>> lines = IntStream.range(0, row.size())
                    .mapToObj(column -> broken(row.get(column), widths[column]))
                    .toList();
            int height = lines.stream().mapToInt(List::size).max().orElse(1);
            for (int at = 0; at < height; at++) {
                StringBuilder line = new StringBuilder();
                for (int column = 0; column < lines.size(); column++) {
                    String piece =
                            at < lines.get(column).size() ? lines.get(column).get(at) : "";
                    line.append(piece)
                            .append(" ".repeat(Math.max(0, widths[column] - piece.length())))
                            .append(GAP);
                }
                out.append(line.toString().stripTrailing()).append('\n');
            }
        }
        return out.toString();
    }

    /** The head gives way first, then the widest columns, down to their longest words. */
    private static int[] widths(List<List<String>> cells, int columns) {
        int count = cells.stream().mapToInt(List::size).max().orElse(0);
        int[] whole = new int[count];
        int[] below = new int[count];
        int[] words = new int[count];
        for (int row = 0; row < cells.size(); row++) {
            for (int column = 0; column < cells.get(row).size(); column++) {
                String cell = cells.get(row).get(column);
                int word = Stream.of(cell.split(" ", -1))
                        .mapToInt(String::length)
                        .max()
                        .orElse(0);
                whole[column] = Math.max(whole[column], cell.length());
                below[column] = Math.max(below[column], row == 0 ? word : cell.length());
                words[column] = Math.max(words[column], word);
            }
        }
        int room = columns - GAP.length() * Math.max(0, count - 1);
        shrink(whole, below, room);
        shrink(whole, words, room);
        shrink(whole, IntStream.of(words).map(word -> Math.min(word, MIN_PIECE)).toArray(), room);
        return whole;
    }

    private static void shrink(int[] widths, int[] least, int room) {
        while (IntStream.of(widths).sum() > room) {
            int widest = -1;
            for (int column = 0; column < widths.length; column++) {
                if (widths[column] > least[column] && (widest < 0 || widths[column] > widths[widest])) {
                    widest = column;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    private static List<String> broken(String cell, int width) {
        if (cell.length() <= width) {
            return List.of(cell);
        }
        List<String> lines = new ArrayList<>();
        for (String line : Width.broken(cell, width)) {
            String rest = line;
            while (rest.length() > width) {
                int cut = cut(rest, width);
                lines.add(rest.substring(0, cut));
                rest = rest.substring(cut);
            }
            lines.add(rest);
        }
        return List.copyOf(lines);
    }

    /** Returns where a long word is broken: behind the last of its joints that fits, else where the room ends. */
    private static int cut(String word, int width) {
        int joint = width;
        while (joint > 0 && JOINTS.indexOf(word.charAt(joint - 1)) < 0) {
            joint--;
        }
        return joint > 0 ? joint : width;
    }

    /** Names and titles are untrusted: no line breaks, no terminal codes, nothing that turns what follows around. */
    public static String clean(String cell) {
        return cell.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}\\u202A-\\u202E\\u2066-\\u2069]+", " ");
    }
}
