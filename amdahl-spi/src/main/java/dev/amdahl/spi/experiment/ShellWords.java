package dev.amdahl.spi.experiment;

import java.util.List;
import java.util.stream.Collectors;

/** Quotes text for a POSIX shell. */
public final class ShellWords {
    private ShellWords() {}

    /** One word, whatever it holds but NUL. */
    public static String quote(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** Several words, one space between them. */
    public static String join(List<String> words) {
        return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }
}
