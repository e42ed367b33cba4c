package dev.amdahl.core.internal.report.picture;

/** Makes text from jobs harmless to look at. */
public final class PlainText {
    private PlainText() {}

    /** Returns one line without control characters, lone surrogates or marks that turn the reading direction; line breaks become spaces. */
    public static String line(String text) {
        return clean(text, false);
    }

    /** As {@link #line}, with line breaks and tabs kept. */
    public static String lines(String text) {
        return clean(text.replace("\r\n", "\n"), true);
    }

    private static String clean(String text, boolean isLayoutKept) {
        return isPrintableAscii(text) ? text : cleaned(text, isLayoutKept);
    }

    private static boolean isPrintableAscii(String text) {
        int plain = 0;
        while (plain < text.length() && text.charAt(plain) >= ' ' && text.charAt(plain) < 0x7F) {
            plain++;
        }
        return plain == text.length();
    }

    private static String cleaned(String text, boolean isLayoutKept) {
        StringBuilder clean = new StringBuilder(text.length());
        int before = ' ';
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            int after = i < text.length() ? text.codePointAt(i) : ' ';
            boolean isLayout = point == '\n' || point == '\r' || point == '\t';
            if (isLayout && (point != '\r' || !isLayoutKept)) {
                clean.append(isLayoutKept ? (char) point : ' ');
            } else {
                clean.appendCodePoint(isHarmless(point) || isJoint(before, point, after) ? point : '?');
            }
            before = point;
        }
        return clean.toString();
    }

    /** Returns the text, cut to so many characters with an ellipsis. */
    public static String cut(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }

    /** Returns the text, cut to so many columns with an ellipsis; a sign of a wide script, or an emoji, takes two. */
    public static String fit(String text, int columns) {
        int taken = 0;
        int[] points = text.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            taken += columns(points[i]);
            boolean isLast = i == points.length - 1;
            if (taken > columns - (isLast ? 0 : 1)) {
                return new String(points, 0, i).strip() + "…";
            }
        }
        return text;
    }

    private static int columns(int point) {
        boolean isHangul = (point >= 0x1100 && point <= 0x11FF) || (point >= 0xAC00 && point <= 0xD7A3);
        boolean isWide =
                (point >= 0x2E80 && point <= 0xA4CF) || (point >= 0xFF01 && point <= 0xFF60) || point >= 0x1F000;
        return isHangul || isWide ? 2 : 1;
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

    /** Returns a joiner or non-joiner between two signs of one emoji, or two letters of a script that needs it; elsewhere it only hides. */
    private static boolean isJoint(int before, int point, int after) {
        return (point == 0x200C || point == 0x200D) && isJoined(before) && isJoined(after);
    }

    private static boolean isJoined(int point) {
        return switch (Character.getType(point)) {
            case Character.OTHER_LETTER,
                    Character.OTHER_SYMBOL,
                    Character.MODIFIER_SYMBOL,
                    Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK -> true;
            default -> false;
        };
    }
}
