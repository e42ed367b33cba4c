package dev.amdahl.core.report;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Locale;

/** A drawing under construction: SVG with the page's classes, in user units of about a pixel. Not thread-safe. */
final class Picture {
    private final Markup markup = new Markup();

    /** The class by which an account is coloured. */
    static String colour(Bottleneck bottleneck) {
        return "k-" + bottleneck.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Markup markup() {
        return markup;
    }

    Picture rect(String style, double x, double y, double width, double height) {
        markup.empty("rect", "class", style, "x", at(x), "y", at(y), "width", at(width), "height", at(height));
        return this;
    }

    /** A rectangle that says something when pointed at. */
    Picture rect(String style, double x, double y, double width, double height, String title) {
        markup.open("rect", "class", style, "x", at(x), "y", at(y), "width", at(width), "height", at(height))
                .element("title", title)
                .close();
        return this;
    }

    Picture line(String style, double x1, double y1, double x2, double y2) {
        markup.empty("line", "class", style, "x1", at(x1), "y1", at(y1), "x2", at(x2), "y2", at(y2));
        return this;
    }

    Picture circle(String style, double x, double y, double radius, String title) {
        markup.open("circle", "class", style, "cx", at(x), "cy", at(y), "r", at(radius))
                .element("title", title)
                .close();
        return this;
    }

    Picture path(String style, String d) {
        markup.empty("path", "class", style, "d", d);
        return this;
    }

    Picture text(String style, double x, double y, String text) {
        markup.element("text", text, "class", "t " + style, "x", at(x), "y", at(y));
        return this;
    }

    /** The drawing as an element of a page. */
    Markup inline(double width, double height, String title) {
        return svg(width, height, title, false);
    }

    /** The drawing as a file of its own. */
    String file(double width, double height, String title) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg(width, height, title, true) + "\n";
    }

    private Markup svg(double width, double height, String title, boolean isAlone) {
        Markup svg = new Markup()
                .open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "viewBox",
                        "0 0 " + at(width) + " " + at(height),
                        "width",
                        at(width),
                        "height",
                        at(height),
                        "role",
                        "img");
        svg.element("title", title);
        if (isAlone) {
            svg.element("style", Style.PICTURE);
            svg.empty("rect", "class", "paper", "x", "0", "y", "0", "width", at(width), "height", at(height));
        }
        return svg.add(markup).close();
    }

    static String at(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
