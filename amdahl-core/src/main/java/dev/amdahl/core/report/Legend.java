package dev.amdahl.core.report;

import java.util.List;

/** Swatches with words, in lines that wrap. Not thread-safe. */
final class Legend {
    /** What the host activities mean, in the order of {@link HostBins#CAUSES}. */
    static final List<String> HOST_WORDS = List.of(
            "checkpoint",
            "side work",
            "waits for input",
            "waits for the device",
            "off the CPU",
            "launches",
            "host code");

    private final Picture picture;
    private final double left;
    private final double right;
    private double x;
    private double y;

    Legend(Picture picture, double left, double y, double width) {
        this.picture = picture;
        this.left = left;
        this.right = left + width;
        this.x = left;
        this.y = y;
    }

    void item(String style, String words) {
        double width = 36
                + words.chars()
                        .mapToDouble(c -> Character.isUpperCase(c) || c == '_' ? 8.6 : 6.6)
                        .sum();
        if (x + width > right) {
            x = left;
            y += 18;
        }
        picture.rect(style, x, y - 9, 11, 11).text("", x + 16, y, words);
        x += width;
    }

    double bottom() {
        return y + 6;
    }
}
