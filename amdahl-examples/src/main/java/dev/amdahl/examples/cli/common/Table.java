package dev.amdahl.examples.cli.common;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rows in columns as wide as their widest cell, or as narrow as the terminal: there cells take several lines. Not thread-safe. */
public final class Table {
    private static final String GAP = "  ";
    /** A word is broken only where the terminal leaves no other way, and away from its joints not into less. */
    private static final int MAX_PIECE = 12;

    private static final String JOINTS = "_/.:,=-";
    private static final Pattern JOINT = Pattern.compile("(?<=[" + JOINTS + "])");
    /** What has no letters, or is a figure with its unit. */
    private static final Pattern WHOLE = Pattern.compile("\\P{L}*|.*" + Width.GLUE + ".*");

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

    /** Returns the table in lines of at most so many characters, if its words allow; columns that have no room follow in further tables. */
    String toString(int columns) {
        List<List<String>> cells = rows.stream()
                .map(row -> row.stream().map(cell -> Width.glued(clean(cell))).toList())
                .toList();
        return parts(cells, columns).stream()
                .map(part -> Width.unglued(drawn(part, columns)))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the cells as few tables that are narrow enough, of about the same width, each with the first column. */
    private static List<List<List<String>>> parts(List<List<String>> cells, int columns) {
        int[] least = least(cells, Table::piece);
        List<List<Integer>> parts = parts(least, columns);
        for (int room = columns - 1; parts.size() > 1 && room > 0; room--) {
            List<List<Integer>> narrower = parts(least, room);
            if (narrower.size() > parts.size()) {
                break;
            }
            parts = narrower;
        }
        return parts.stream()
                .map(part -> cells.stream()
                        .map(row -> part.stream()
                                .filter(column -> column < row.size())
                                .map(row::get)
                                .toList())
                        .toList())
                .toList();
    }

    private static List<List<Integer>> parts(int[] least, int columns) {
        List<List<Integer>> parts = new ArrayList<>();
        List<Integer> part = new ArrayList<>();
        int taken = 0;
        for (int column = 0; column < least.length; column++) {
            if (part.size() > 1 && taken + GAP.length() + least[column] > columns) {
                parts.add(part);
                part = new ArrayList<>(List.of(0));
                taken = least[0];
            }
            part.add(column);
            taken += least[column] + (column == 0 ? 0 : GAP.length());
        }
        parts.add(part);
        return parts;
    }

    private static String drawn(List<List<String>> cells, int columns) {
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

    /** The head gives way first, then the widest columns, down to their longest words, and then to what those may be broken into. */
    private static int[] widths(List<List<String>> cells, int columns) {
        int[] widths = least(cells, String::length);
        int[] rows = least(cells.subList(1, cells.size()), String::length);
        int[] words = least(cells, Table::word);
        int room = columns - GAP.length() * Math.max(0, widths.length - 1);
        int[] head = IntStream.range(0, words.length)
                .map(column -> Math.max(words[column], column < rows.length ? rows[column] : 0))
                .toArray();
        shrink(widths, head, room);
        shrink(widths, words, room);
        shrink(widths, least(cells, Table::piece), room);
        return widths;
    }

    /** Returns the width of each column in which its cells have room. */
    private static int[] least(List<List<String>> cells, ToIntFunction<String> room) {
        int[] least = new int[cells.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : cells) {
            for (int column = 0; column < row.size(); column++) {
                least[column] = Math.max(least[column], room.applyAsInt(row.get(column)));
            }
        }
        return least;
    }

    private static int word(String cell) {
        return longest(cell, String::length);
    }

    /** Returns the length of the longest piece: words are broken at their joints, figures and their units only if they are absurd. */
    private static int piece(String cell) {
        return longest(
                cell,
                word -> WHOLE.matcher(word).matches()
                        ? Math.min(word.length(), 2 * MAX_PIECE)
                        : Stream.of(JOINT.split(word, -1))
                                .mapToInt(piece -> Math.min(piece.length(), MAX_PIECE))
                                .max()
                                .orElse(0));
    }

    private static int longest(String cell, ToIntFunction<String> length) {
        return Stream.of(cell.split(" ", -1)).mapToInt(length).max().orElse(0);
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
