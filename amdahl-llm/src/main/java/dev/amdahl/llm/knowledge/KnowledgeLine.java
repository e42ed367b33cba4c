package dev.amdahl.llm.knowledge;

/**
 * A line of a note: untrusted text.
 *
 * @param file relative to the folder, with slashes
 * @param line counted from 1
 * @param text the line, without markup at its start, cut if it is long
 * @param heading the heading it stands under; empty without one
 * @param score how well it fits the words; more is better
 */
public record KnowledgeLine(String file, int line, String text, String heading, double score) {

    /** {@code file:line}. */
    public String citation() {
        return file + ":" + line;
    }
}
