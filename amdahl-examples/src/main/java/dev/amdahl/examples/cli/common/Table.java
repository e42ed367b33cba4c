package dev.amdahl.examples.cli.common;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns as wide as their widest cell. Not thread-safe. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... head) {
        rows.add(List.of(head));
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String cell = clean(row.get(i));
                line.append(cell).append(" ".repeat(width(i) - cell.length() + 2));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> column < row.size())
                .mapToInt(row -> clean(row.get(column)).length())
                .max()
                .orElse(0);
    }

    /** Names and titles are untrusted: no line breaks, no terminal codes, nothing that turns what follows around. */
    public static String clean(String cell) {
        return cell.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}\\u202A-\\u202E\\u2066-\\u2069]+", " ");
    }
}
