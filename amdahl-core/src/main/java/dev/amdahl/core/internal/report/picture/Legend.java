package dev.amdahl.core.internal.report.picture;

import java.util.ArrayList;
import java.util.List;

/** Swatches with words: a list below a drawing in a page, or lines that wrap in a drawing of its own. Not thread-safe. */
public final class Legend {
    private static final int LINE = 18;
    private static final int TOP = 14;

    private final List<Item> items = new ArrayList<>();

    private record Item(String style, String words, boolean isDot) {}

    /** Adds one. */
    public Legend item(String style, String words) {
        items.add(new Item(style, words, false));
        return this;
    }

    /** Adds one that is drawn as a dot. */
    public Legend dot(String style, String words) {
        items.add(new Item(style, words, true));
        return this;
    }

    /** As a list in a page. */
    public void add(Markup page) {
        page.open("ul", "class", "legend");
        for (Item item : items) {
            page.open("li").open("svg", "class", "swatch", "width", "11", "height", "11", "aria-hidden", "true");
            if (item.isDot()) {
                page.empty("circle", "class", item.style(), "cx", "5.5", "cy", "5.5", "r", "4")
                        .close();
            } else {
                page.empty("rect", "class", item.style(), "width", "11", "height", "11")
                        .close();
            }
            page.text(item.words()).close();
        }
        page.close();
    }

    /** In a drawing of its own, from y down; the height that it took. */
    double draw(Picture picture, double y) {
        double x = 0;
        double line = y + TOP;
        for (Item item : items) {
            double width = 36 + 7.0 * item.words().length();
            if (x > 0 && x + width > Picture.ALONE) {
                x = 0;
                line += LINE;
            }
            picture.rect(item.style(), percent(x), line - 10, percent(11), 11);
            picture.text("", percent(x + 16), line, item.words());
            x += width;
        }
        return line + LINE / 2.0 - y;
    }

    private static double percent(double pixels) {
        return 100 * pixels / Picture.ALONE;
    }
}
