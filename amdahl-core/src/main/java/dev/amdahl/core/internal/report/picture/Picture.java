package dev.amdahl.core.internal.report.picture;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Locale;

/**
 * A drawing under construction that fits any width: what lies across is given in per cent of the width, what lies upright and the
 * size of text in pixels, so that words stay readable on a small screen. Not thread-safe.
 */
public final class Picture {
    /** Width of a drawing that stands alone, in pixels. */
    public static final int ALONE = 1120;

    private final Markup markup = new Markup();
    private boolean hasLinks;

    /** Returns the class by which an account is coloured. */
    public static String colour(Bottleneck bottleneck) {
        return "k-" + bottleneck.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Sets a rectangle. */
    public Picture rect(String style, double x, double y, double width, double height) {
        markup.empty("rect", "class", style, "x", share(x), "y", at(y), "width", share(width), "height", at(height));
        return this;
    }

    /** Sets a rectangle that says something when pointed at. */
    public Picture rect(String style, double x, double y, double width, double height, String title) {
        markup.open("rect", "class", style, "x", share(x), "y", at(y), "width", share(width), "height", at(height))
                .element("title", title)
                .close();
        return this;
    }

    /** Sets a line. */
    public Picture line(String style, double x1, double y1, double x2, double y2) {
        markup.empty("line", "class", style, "x1", share(x1), "y1", at(y1), "x2", share(x2), "y2", at(y2));
        return this;
    }

    /** A line along y with a cap at both ends. */
    public Picture interval(String style, double from, double to, double y, double cap) {
        return line(style, from, y, to, y)
                .line(style, from, y - cap, from, y + cap)
                .line(style, to, y - cap, to, y + cap);
    }

    /** Sets a dot that says something when pointed at. */
    public Picture circle(String style, double x, double y, double radius, String title) {
        markup.open("circle", "class", style, "cx", share(x), "cy", at(y), "r", at(radius))
                .element("title", title)
                .close();
        return this;
    }

    /** Text that begins, ends (style {@code e}) or has its middle (style {@code m}) at x. */
    public Picture text(String style, double x, double y, String text) {
        markup.element("text", text, "class", ("t " + style).strip(), "x", share(x), "y", at(y));
        return this;
    }

    /** Begins a part that leads somewhere; {@link #end} ends it. */
    public Picture link(String place) {
        hasLinks = true;
        markup.open("a", "href", place);
        return this;
    }

    /**
     * Sets an area over columns of equal width that fill the drawing, with the outlines that {@link #path} adds, y = 0 at its foot.
     *
     * @param style of the whole
     * @param units height in units of the outlines
     */
    public Picture columns(String style, double y, double height, int columns, int units) {
        markup.open(
                "svg",
                "aria-hidden",
                "true",
                "class",
                style,
                "x",
                "0",
                "y",
                at(y),
                "width",
                "100%",
                "height",
                at(height),
                "viewBox",
                "0 " + -units + " " + columns + " " + units,
                "preserveAspectRatio",
                "none",
                "shape-rendering",
                "crispEdges");
        return this;
    }

    /** Begins a part whose places count in pixels, across from the middle of the drawing. */
    public Picture centre() {
        markup.open("svg", "aria-hidden", "true", "class", "whole", "x", "50%", "width", "100", "height", "100");
        return this;
    }

    /** Sets an outline within {@link #columns} or {@link #centre}. */
    public Picture path(String style, String d) {
        markup.empty("path", "class", style, "d", d);
        return this;
    }

    /** Ends {@link #columns}, {@link #centre} or {@link #link}. */
    public Picture end() {
        markup.close();
        return this;
    }

    /** Returns the drawing as an element of a page, with words for who cannot see it. What has links is no single image to a reader. */
    public Markup inline(double height, String title, String description) {
        Markup svg = new Markup()
                .open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "class",
                        "picture",
                        "width",
                        "100%",
                        "height",
                        at(height),
                        "role",
                        hasLinks ? "group" : "img");
        return finished(svg, title, description);
    }

    /** Returns the drawing as a file of its own. */
    public String file(double height, String title, String description) {
        Markup svg = new Markup()
                .open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "viewBox",
                        "-10 -8 " + (ALONE + 20) + " " + at(height + 16),
                        "width",
                        at(ALONE + 20.0),
                        "height",
                        at(height + 16),
                        "role",
                        "img");
        svg.element("title", title).element("desc", description).element("style", Style.PICTURE);
        svg.empty(
                "rect", "class", "paper", "x", "-10", "y", "-8", "width", at(ALONE + 20.0), "height", at(height + 16));
        svg.open("svg", "width", at(ALONE), "height", at(height), "overflow", "visible");
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg.add(markup).close(2) + "\n";
    }

    private Markup finished(Markup svg, String title, String description) {
        svg.element("title", title).element("desc", description);
        return svg.add(markup).close();
    }

    private static String share(double value) {
        return fixed(value, 100) + "%";
    }

    private static String at(double value) {
        return fixed(value, 10);
    }

    /** As many decimals as the scale has zeros, without those that say nothing. */
    private static String fixed(double value, int scale) {
        long all = Math.round(value * scale);
        long whole = Math.abs(all) / scale;
        long rest = Math.abs(all) % scale;
        String sign = all < 0 ? "-" : "";
        if (rest == 0) {
            return sign + whole;
        }
        String decimals = Long.toString(scale + rest).substring(1);
        return sign + whole + "." + (decimals.endsWith("0") ? decimals.substring(0, 1) : decimals);
    }
}
