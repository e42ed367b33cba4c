package dev.amdahl.core.internal.ledger.file;

import dev.amdahl.core.ledger.event.Event;
import org.jspecify.annotations.Nullable;

/**
 * A line whose texts before the payload hold nothing that JSON escapes, as nearly all do: what stands between their quotes is what they
 * say, so that no reader of JSON is needed and the line is letter by letter as it is written. Used once. Not thread-safe.
 */
final class FastEventLineParser {
    private static final int MAX_DIGITS = 18;

    private final String line;
    private int at;
    private boolean isPlain = true;

    FastEventLineParser(String line) {
        this.line = line;
    }

    /** Returns the event; null if the line is another one, or none at all. */
    @Nullable
    Event event() {
        long seq = number("{\"seq\":");
        String time = text(",\"at\":\"");
        String kind = text(",\"kind\":\"");
        String subject = text(",\"subject\":\"");
        String previous = text(",\"prev\":\"");
        String hash = text(",\"hash\":\"");
        pass(EventLine.PAYLOAD);
        int end = line.length() - 1;
        return isPlain && at <= end && line.charAt(end) == '}'
                ? new Event(seq, time, kind, subject, line.substring(at, end), previous, hash)
                : null;
    }

    private void pass(String mark) {
        isPlain = isPlain && line.startsWith(mark, at);
        at += mark.length();
    }

    private long number(String mark) {
        pass(mark);
        int from = at;
        while (isPlain && at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
            at++;
        }
        isPlain = isPlain && at > from && at - from <= MAX_DIGITS && line.charAt(from) != '0';
        return isPlain ? Long.parseLong(line, from, at, 10) : 0;
    }

    private String text(String mark) {
        pass(mark);
        int from = at;
        while (isPlain && at < line.length() && line.charAt(at) != '"') {
            char c = line.charAt(at++);
            isPlain = c >= ' ' && c < 0x7F && c != '\\';
        }
        isPlain = isPlain && at < line.length();
        return isPlain ? line.substring(from, at++) : "";
    }
}
