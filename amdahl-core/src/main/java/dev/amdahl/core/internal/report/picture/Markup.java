package dev.amdahl.core.internal.report.picture;

import java.util.ArrayDeque;
import java.util.Deque;

/** Builds well-formed markup; all text and attribute values are escaped. Not thread-safe. */
public final class Markup {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();
    private int counted;
    private int bytes;

    /** Returns a page that loads nothing and runs no script: its head, and its root still open. */
    public static Markup page(String title) {
        Markup page = new Markup();
        page.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
        page.empty(
                "meta",
                "http-equiv",
                "Content-Security-Policy",
                "content",
                "default-src 'none'; style-src 'unsafe-inline'");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        return page.element("title", title)
                .element("style", Style.PAGE + Style.PICTURE)
                .close();
    }

    /** Opens an element; attributes are names and values in turn. */
    public Markup open(String tag, String... attributes) {
        start(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /** Closes the element that was opened last. */
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

    /** Sets an element without content. */
    public Markup empty(String tag, String... attributes) {
        start(tag, attributes);
        out.append("/>");
        return this;
    }

    /** Returns an element with text. */
    public Markup element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Returns an element with text of a job or a person, which may be written from right to left and breaks where it must. */
    public Markup said(String tag, String text) {
        return element(tag, text, "class", "break", "dir", "auto");
    }

    /** Returns the head of a table, and its body opened; a name that begins with {@code >} is set to the right. */
    public Markup table(String... columns) {
        open("div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", "table")
                .open("table")
                .open("thead")
                .open("tr");
        for (String column : columns) {
            boolean isRight = column.startsWith(">");
            element("th", isRight ? column.substring(1) : column, "scope", "col", "class", isRight ? "n" : "");
        }
        return close(2).open("tbody");
    }

    /** As {@link #table}, with rows that fold up on a small screen: their numbers keep their names, what is said takes a line of its own. */
    public Markup foldingTable(String... columns) {
        open("div", "class", "fold");
        return table(columns);
    }

    /** Returns a number in a row that may fold up. */
    public Markup figure(String name, String value) {
        return element("td", value, "class", "n", "data-name", name);
    }

    /** Closes what {@link #table} opened. */
    public Markup endTable() {
        return close(3);
    }

    /** Text where it stands. */
    public Markup text(String text) {
        escape(PlainText.lines(text));
        return this;
    }

    /** Adds markup that was built before. */
    public Markup add(Markup other) {
        out.append(other);
        return this;
    }

    /** Breaks the line of the file. */
    public Markup line() {
        out.append('\n');
        return this;
    }

    /** Returns how many bytes there are so far, as UTF-8. */
    public int bytes() {
        for (; counted < out.length(); counted++) {
            char c = out.charAt(counted);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
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
            if (attributes[i].equals("class") && attributes[i + 1].isEmpty()) {
                continue;
            }
            out.append(' ').append(attributes[i]).append("=\"");
            escape(PlainText.line(attributes[i + 1]));
            out.append('"');
        }
    }

    private void escape(String text) {
        int written = 0;
        for (int i = 0; i < text.length(); i++) {
            String escaped = escaped(text.charAt(i));
            if (!escaped.isEmpty()) {
                out.append(text, written, i).append(escaped);
                written = i + 1;
            }
        }
        out.append(text, written, text.length());
    }

    private static String escaped(char c) {
        return switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            case '\'' -> "&#39;";
            default -> "";
        };
    }
}
