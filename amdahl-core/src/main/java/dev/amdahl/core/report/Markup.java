package dev.amdahl.core.report;

import java.util.ArrayDeque;
import java.util.Deque;

/** Builds well-formed markup; all text and attribute values are escaped. Not thread-safe. */
public final class Markup {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element; attributes are names and values in turn. */
    public Markup open(String tag, String... attributes) {
        start(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /** Closes the element opened last. */
    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Closes so many elements. */
    public Markup close(int times) {
        for (int i = 0; i < times; i++) {
            close();
        }
        return this;
    }

    /** An element without content. */
    public Markup empty(String tag, String... attributes) {
        start(tag, attributes);
        out.append("/>");
        return this;
    }

    /** An element with text. */
    public Markup element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Text, escaped. */
    public Markup text(String text) {
        escape(PlainText.lines(text));
        return this;
    }

    /** Adds markup that was built before. */
    public Markup add(Markup other) {
        out.append(other);
        return this;
    }

    /** A line break in the source. */
    public Markup line() {
        out.append('\n');
        return this;
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    private void start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(PlainText.line(attributes[i + 1]));
            out.append('"');
        }
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }
}
