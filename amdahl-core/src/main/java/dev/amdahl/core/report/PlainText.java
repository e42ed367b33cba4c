package dev.amdahl.core.report;

/** Makes text from jobs harmless to look at. Stateless. */
public final class PlainText {
    private PlainText() {}

    /** One line without control characters, lone surrogates or marks that turn the reading direction; line breaks become spaces. */
    static String line(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (point == '\n' || point == '\r' || point == '\t') {
                clean.append(' ');
            } else {
                clean.appendCodePoint(isHarmless(point) ? point : '?');
            }
        });
        return clean.toString();
    }

    /** As {@link #line}, with line breaks and tabs kept. */
    static String lines(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.replace("\r\n", "\n").codePoints().forEach(point -> {
            boolean isLayout = point == '\n' || point == '\t';
            clean.appendCodePoint(isLayout || isHarmless(point) ? point : '?');
        });
        return clean.toString();
    }

    /** The text, cut to so many characters with an ellipsis. */
    public static String cut(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }

    private static boolean isHarmless(int point) {
        if (point == 0x2028 || point == 0x2029 || (point & 0xFFFE) == 0xFFFE) {
            return false;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.SURROGATE, Character.FORMAT, Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
