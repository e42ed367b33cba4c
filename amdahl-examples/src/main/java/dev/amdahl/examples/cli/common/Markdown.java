package dev.amdahl.examples.cli.common;

import java.util.List;
import java.util.stream.Collectors;

/** Text as Markdown shows it: what a job or a person wrote is never taken for markup. */
public final class Markdown {
    private Markdown() {}

    /** On one line, every character that could be markup taken literally; no name, number or address becomes a link. */
    public static String text(String text) {
        return Words.printable(text)
                .replaceAll("\\s+", " ")
                .replace("&", "&amp;")
                .replaceAll("#(?=[0-9])", "#&#8203;")
                .replace("<", "&lt;")
                .replace("@", "@&#8203;")
                .replace("://", "&#58;//")
                .replaceAll("(?i)(www)\\.", "$1&#46;")
                .replaceAll("[\\\\`*_{}\\[\\]|~]", "\\\\$0");
    }

    /** Lines to be copied, in a fence that nothing in them closes. */
    public static String block(String language, String lines) {
        String fence = "```";
        while (lines.contains(fence)) {
            fence += "`";
        }
        return fence + language + "\n" + lines.stripTrailing() + "\n" + fence + "\n";
    }

    public static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
