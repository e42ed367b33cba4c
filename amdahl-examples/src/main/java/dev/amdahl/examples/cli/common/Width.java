package dev.amdahl.examples.cli.common;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Text in lines that fit. */
public record Width(int columns) {
    /** That of a terminal that does not say. */
    public static final int USUAL = 80;

    /** Stands for a space where no line may end. */
    static final char GLUE = '\u00A0';

    private static final Pattern UNIT = Pattern.compile(
            "(?<=\\d) (?=(?:%|[nuµm]?s|min|h|d|[kKMGT]?i?B|[kKMGT]?i?B/s|x)(?![\\p{L}\\d/]))|(?<=[<>=≤≥]) (?=\\d)");
    private static final int MIN = 40;
    private static final int MAX = 140;

    /** Returns that of the terminal, where it is known. */
    public static Width ofTerminal() {
        return of(Terminal.columns());
    }

    private static Width of(OptionalInt columns) {
        return new Width(columns.isEmpty() ? USUAL : Math.max(MIN, Math.min(MAX, columns.getAsInt())));
    }

    /** Returns a sentence after a label: in lines that fit where a terminal is, in one where none is. */
    public static String line(String label, String text) {
        return Terminal.columns().isPresent() ? ofTerminal().lines(label, text) : label + text + "\n";
    }

    /** Returns a text after a label, its further lines below its first; control characters are taken out. */
    public String lines(String label, String text) {
        String indent = " ".repeat(label.length());
        StringBuilder out = new StringBuilder();
        for (String line : broken(text, columns - label.length())) {
            out.append(out.isEmpty() ? label : indent).append(line).append('\n');
        }
        return out.toString();
    }

    /** Returns a text in lines of at most so many characters, a longer word alone in its own unless it has commas, a figure and its unit in one. */
    static List<String> broken(String text, int room) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        String plain = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        for (String whole : glued(plain).split(" ", -1)) {
            String word = whole;
            for (int comma; word.length() > room && (comma = word.lastIndexOf(',', room - 1)) > 0; ) {
                if (!line.isEmpty()) {
                    lines.add(unglued(line.toString()));
                    line.setLength(0);
                }
                lines.add(unglued(word.substring(0, comma + 1)));
                word = word.substring(comma + 1);
            }
            if (!line.isEmpty() && line.length() + 1 + word.length() > room) {
                lines.add(unglued(line.toString()));
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(unglued(line.toString()));
        return lines;
    }

    /** Returns a text in which no line may end between a figure and its unit. */
    static String glued(String text) {
        return UNIT.matcher(text).replaceAll(String.valueOf(GLUE));
    }

    static String unglued(String text) {
        return text.replace(GLUE, ' ');
    }
}
