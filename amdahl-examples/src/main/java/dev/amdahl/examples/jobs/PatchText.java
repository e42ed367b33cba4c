package dev.amdahl.examples.jobs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A patch as people and programs pass it on: what stands before and after its diff is left out. Stateless. */
public final class PatchText {
    private static final Pattern BEGIN = Pattern.compile("(?dm)^(?:diff --git |--- [^\n]*\n\\+\\+\\+ )");
    /** Below a diff in a mail; no line of a diff begins with a digit. */
    private static final Pattern SIGNATURE = Pattern.compile("\n-- ?\n[0-9][^\n]*\\s*$");

    private static final Pattern FENCE = Pattern.compile("\n```\\s*$");

    private PatchText() {}

    /**
     * Returns the diff alone: without the head and the signature of a mail, as {@code git format-patch} writes them, without the fence of
     * Markdown, and with the line ends of Unix where a transport changed those of its headers too. What holds no diff is returned as it is.
     */
    public static String of(String text) {
        String unmarked = text.startsWith("\ufeff") ? text.substring(1) : text;
        Matcher begin = BEGIN.matcher(unmarked);
        if (!begin.find()) {
            return text;
        }
        String diff = unmarked.substring(begin.start());
        if (diff.substring(0, diff.indexOf('\n') + 1).endsWith("\r\n")) {
            diff = diff.replace("\r\n", "\n");
        }
        diff = FENCE.matcher(diff).replaceFirst("\n");
        return SIGNATURE.matcher(diff).replaceFirst("\n");
    }
}
