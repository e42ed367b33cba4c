package dev.amdahl.core.internal.workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A line that a unified diff adds or takes away.
 *
 * @param path of its file
 * @param number in the new file if it is added, else in the old one
 * @param isAdded whether it is added
 * @param text without the sign in front
 */
record PatchLine(String path, int number, boolean isAdded, String text) {
    private static final Pattern HUNK =
            Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@.*");
    /** As in the unit of a time. */
    private static final String MICRO = "\u03BC";
    /** They take room, or none, and show nothing: fillers of Hangul, the empty sign of Braille. */
    private static final String BLANKS = "\u115F\u1160\u3164\uFFA0\u2800";

    /** Returns the lines in order; of what is no diff there are none. A line within a hunk is counted as such, whatever it looks like. */
    static List<PatchLine> of(String diff) {
        List<PatchLine> lines = new ArrayList<>();
        String path = "";
        int before = 0;
        int after = 0;
        int old = 0;
        int fresh = 0;
        for (String line : diff.split("\n", -1)) {
            Matcher hunk = HUNK.matcher(line);
            if (before <= 0 && after <= 0) {
                if (hunk.matches()) {
                    old = Integer.parseInt(hunk.group(1));
                    before = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
                    fresh = Integer.parseInt(hunk.group(3));
                    after = hunk.group(4) == null ? 1 : Integer.parseInt(hunk.group(4));
                } else if (line.startsWith("--- a/") || line.startsWith("+++ b/")) {
                    path = line.substring("--- a/".length()).replaceFirst("\t.*", "");
                }
            } else if (line.startsWith("+")) {
                lines.add(new PatchLine(path, fresh++, true, line.substring(1)));
                after--;
            } else if (line.startsWith("-")) {
                lines.add(new PatchLine(path, old++, false, line.substring(1)));
                before--;
            } else if (!line.startsWith("\\")) {
                old++;
                fresh++;
                before--;
                after--;
            }
        }
        return lines;
    }

    String place() {
        return path + ":" + number;
    }

    /** Returns what of an added line is not what it seems: signs without a shape, marks of direction, words in letters of two scripts. */
    Stream<String> hidden() {
        if (!isAdded || text.chars().allMatch(sign -> sign < 0x7F && (sign >= ' ' || sign == '\t' || sign == '\r'))) {
            return Stream.empty();
        }
        IntStream points = text.codePoints().filter(PatchLine::isHidden).distinct();
        Stream<String> words = Stream.of(text.split("[^\\p{L}\\p{M}]+"))
                .filter(PatchLine::isMixed)
                .map(word -> "a word in letters of two scripts");
        return Stream.concat(points.mapToObj(point -> String.format(Locale.ROOT, "U+%04X", point)), words)
                .distinct()
                .map(what -> what + " in " + place());
    }

    private static boolean isHidden(int point) {
        boolean isVariation = (point >= 0xFE00 && point <= 0xFE0F) || (point >= 0xE0100 && point <= 0xE01EF);
        if (isVariation || BLANKS.indexOf(point) >= 0) {
            return true;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL -> point != '\t' && point != '\r';
            case Character.SPACE_SEPARATOR -> point != ' ';
            case Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** Latin letters beside those of a script that has some of the same shape. */
    private static boolean isMixed(String word) {
        List<Character.UnicodeScript> scripts = word.replace(MICRO, "")
                .codePoints()
                .mapToObj(Character.UnicodeScript::of)
                .distinct()
                .toList();
        return scripts.contains(Character.UnicodeScript.LATIN)
                && scripts.stream()
                        .anyMatch(script -> script == Character.UnicodeScript.CYRILLIC
                                || script == Character.UnicodeScript.GREEK
                                || script == Character.UnicodeScript.ARMENIAN
                                || script == Character.UnicodeScript.CHEROKEE);
    }
}
