package dev.amdahl.spi;

import java.util.regex.Pattern;

/**
 * Tells which lines of a text that is read line by line belong to a private key: {@link Redaction} sees one only where its lines stand
 * together. Not thread-safe.
 */
public final class PrivateKeyLines {
    /** What stands in the place of such a line. */
    public static final String SHOWN = Redaction.MARK + "private key]";

    private static final Pattern BEGIN = Pattern.compile("-----BEGIN [A-Z ]{0,20}PRIVATE KEY|Private-Lines: \\d");
    private static final Pattern BODY =
            Pattern.compile("(?:.*[^\\w+/=])?[\\w+/]{16,}={0,2}\\W{0,8}|\\s*[\\w+/=]*\\s*|[A-Z][\\w-]{0,40}: .*");
    private static final String END = "-----END ";
    /** A key of 16,384 bits has some 200 lines. */
    private static final int MAX = 400;
    /** Lines of another look that a key may hold before it counts as cut off. */
    private static final int MAX_STRANGE = 2;

    private int left;
    private int strange;

    /** Takes the next line: whether a key that spans lines begins in it, goes on, or ends. */
    public boolean holds(String line) {
        if (left == 0) {
            if (!line.contains("-----BEGIN ") && !line.contains("Private-Lines")) {
                return false;
            }
            boolean begins = BEGIN.matcher(line).find() && !line.contains(END);
            left = begins ? MAX : 0;
            strange = 0;
            return begins;
        }
        left--;
        if (line.contains(END)) {
            left = 0;
            return true;
        }
        strange = BODY.matcher(line).matches() ? 0 : strange + 1;
        if (strange > MAX_STRANGE) {
            left = 0;
        }
        return strange <= MAX_STRANGE;
    }

    /** Returns the line, or what is shown in its place. */
    public String shown(String line) {
        return holds(line) ? SHOWN : line;
    }
}
