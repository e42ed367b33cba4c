package dev.amdahl.examples.mcp;

import java.util.Optional;

/**
 * What a tool says: one JSON document, or one line that says what is wrong.
 *
 * @param text the document or the line
 * @param isError whether it is the latter
 * @param ticket of what goes on, where the document says only that it does
 */
record Reply(String text, boolean isError, Optional<String> ticket) {
    Reply(String text, boolean isError) {
        this(text, isError, Optional.empty());
    }

    Reply withTicket(String name) {
        return new Reply(text, isError, Optional.of(name));
    }

    private static final int MAX = 400_000;

    static Reply of(String document) {
        return document.length() <= MAX
                ? new Reply(document, false)
                : error("the answer has " + document.length() + " characters, more than " + MAX
                        + "; ask for less, as with top");
    }

    static Reply error(String message) {
        String line = message.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return new Reply(line.startsWith("amdahl: ") ? line.substring("amdahl: ".length()) : line, true);
    }
}
