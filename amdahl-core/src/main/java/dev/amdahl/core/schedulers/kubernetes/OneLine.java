package dev.amdahl.core.schedulers.kubernetes;

import org.jspecify.annotations.Nullable;

/** Text from outside as one short line without control characters. */
final class OneLine {
    private static final int MAX_LENGTH = 300;

    private OneLine() {}

    static String of(@Nullable String text) {
        if (text == null) {
            return "";
        }
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line;
    }

    /** Returns a name and what is said of it, if anything. */
    static String of(String name, @Nullable String message) {
        String line = of(message);
        return line.isEmpty() ? name : name + ": " + line;
    }
}
