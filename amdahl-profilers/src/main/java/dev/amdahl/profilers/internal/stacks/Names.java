package dev.amdahl.profilers.internal.stacks;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Patterns that look for names inside frames. */
final class Names {
    private Names() {}

    /** Finds any of these texts; nothing at all for none. */
    static Pattern any(String... texts) {
        return Pattern.compile(
                texts.length == 0
                        ? "(?!)"
                        : Arrays.stream(texts).map(Pattern::quote).collect(Collectors.joining("|")));
    }
}
