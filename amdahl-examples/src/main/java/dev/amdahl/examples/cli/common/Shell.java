package dev.amdahl.examples.cli.common;

import java.util.regex.Pattern;

/** Words as a POSIX shell reads them. */
public final class Shell {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,+-]+");

    private Shell() {}

    /** Returns the word, in quotes where the shell would read it otherwise. */
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
