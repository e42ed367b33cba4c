package dev.amdahl.core.internal.report.picture;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.w3c.dom.Element;

/** The words of a drawing as boxes at a width in pixels, and what they collide with. */
public final class Labels {
    private static final double EM = .62;
    private static final Set<Character> NARROW = Set.of(',', '.', ' ', 'i', 'l', '[', ']', '·', '|');

    private Labels() {}

    /** The words that meet a line, other words, or an edge. */
    public static List<String> collisions(Drawing drawing, double width) {
        List<String> found = new ArrayList<>();
        List<Element> texts = drawing.all("text", "t");
        List<Element> lines = drawing.lines();
        for (int i = 0; i < texts.size(); i++) {
            Rectangle2D box = box(texts.get(i), width);
            String words = texts.get(i).getTextContent();
            if (box.getMinX() < -1 || box.getMaxX() > width + 1) {
                found.add(words + " leaves the drawing");
            }
            for (Element line : lines) {
                if (box.intersectsLine(
                        Drawing.at(line, "x1") * width / 100,
                        Drawing.at(line, "y1"),
                        Drawing.at(line, "x2") * width / 100,
                        Drawing.at(line, "y2"))) {
                    found.add(words + " is crossed by a " + line.getAttribute("class"));
                }
            }
            for (int j = 0; j < i; j++) {
                if (box.intersects(box(texts.get(j), width))) {
                    found.add(words + " lies on " + texts.get(j).getTextContent());
                }
            }
        }
        return found;
    }

    private static Rectangle2D box(Element text, double width) {
        List<String> style = List.of(text.getAttribute("class").split(" ", -1));
        double size = style.contains("s") ? 11 : 12;
        double length = text.getTextContent()
                .chars()
                .mapToDouble(
                        c -> size * (NARROW.contains((char) c) ? EM / 2 : Character.isUpperCase(c) ? EM * 1.1 : EM))
                .sum();
        double x = Drawing.at(text, "x") * width / 100;
        double left = style.contains("e") ? x - length : style.contains("m") ? x - length / 2 : x;
        return new Rectangle2D.Double(left, Drawing.at(text, "y") - .75 * size, length, .9 * size);
    }
}
