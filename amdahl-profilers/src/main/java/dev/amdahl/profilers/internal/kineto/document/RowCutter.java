package dev.amdahl.profilers.internal.kineto.document;

import java.io.IOException;
import java.io.InputStream;

/**
 * The text of a trace without the rows that the sink took from the bytes, in the order of the file: what is left is a trace for the
 * parser, with the rows that are out of the ordinary. Where the list of events itself is, it refuses to go on. Not thread-safe.
 */
final class RowCutter extends InputStream {
    private static final byte[] EVENTS = {'t', 'r', 'a', 'c', 'e', 'E', 'v', 'e', 'n', 't', 's'};
    private static final int MAX_ROW = 1 << 20;

    private enum Part {
        HEAD,
        ROWS,
        REST
    }

    private final InputStream in;
    private final TraceSink sink;
    /** Behind the limit lies a 0, which no row holds. */
    private byte[] text = new byte[1 << 16];

    private int at;
    private int limit;
    /** Up to where the text is given to the parser. */
    private int given;

    private Part part = Part.HEAD;
    private boolean isFirst = true;
    private boolean gaveRow;
    private int depth;
    private boolean isString;
    private boolean isEscaped;
    private int matched;
    private boolean isEvents;

    RowCutter(InputStream in, TraceSink sink) {
        this.in = in;
        this.sink = sink;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (at == given) {
            if (at == limit && !fill()) {
                return -1;
            }
            if (part == Part.HEAD) {
                head();
            } else if (part == Part.REST) {
                given = limit;
            } else {
                rows();
            }
        }
        int n = Math.min(length, given - at);
        System.arraycopy(text, at, buffer, offset, n);
        at += n;
        return n;
    }

    /** Gives the text up to the list of events. */
    private void head() {
        while (given < limit && part == Part.HEAD) {
            if (isListOfEvents(text[given++])) {
                part = Part.ROWS;
            }
        }
    }

    private boolean isListOfEvents(byte c) {
        if (isString) {
            if (isEscaped || c == '\\') {
                isEscaped = !isEscaped;
                matched = -1;
            } else if (c == '"') {
                isString = false;
            } else {
                matched = matched >= 0 && matched < EVENTS.length && EVENTS[matched] == c ? matched + 1 : -1;
            }
            return false;
        }
        boolean wasEvents = isEvents;
        isEvents = wasEvents && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
        if (c == '"') {
            isString = true;
            matched = 0;
        } else if (c == ':') {
            isEvents = depth == 1 && matched == EVENTS.length;
        } else if (c == '{' || c == '[') {
            depth++;
            return c == '[' && (depth == 1 || wasEvents);
        } else if (c == '}' || c == ']') {
            depth--;
        } else if (c == ',') {
            matched = -1;
        }
        return false;
    }

    /** Lets the sink take rows up to the first that it leaves, which is given to the parser, or to the end of the list. */
    private void rows() throws IOException {
        for (; ; isFirst = false) {
            if (next() == ']') {
                given = limit;
                part = Part.REST;
                return;
            }
            if (!isFirst) {
                require(next() == ',');
                at++;
            }
            require(next() == '{');
            int end = sink.row(text, at, limit);
            while (end == TraceSink.CUT_OFF) {
                require(more());
                end = sink.row(text, at, limit);
            }
            if (end < 0) {
                give();
                return;
            }
            at = end;
        }
    }

    /** Gives the row that begins here, with a comma after another one. */
    private void give() throws IOException {
        boolean inString = false;
        boolean escaped = false;
        int open = 0;
        int i = at;
        do {
            if (i == limit) {
                int done = i - at;
                require(more());
                i = at + done;
            }
            byte c = text[i++];
            if (inString) {
                inString = escaped || c != '"';
                escaped = !escaped && c == '\\';
            } else {
                inString = c == '"';
                open += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            }
        } while (open > 0);
        given = i;
        if (gaveRow) {
            // the byte before it is its comma, or belongs to a row that was taken
            text[--at] = ',';
        }
        gaveRow = true;
        isFirst = false;
    }

    /** Returns the next byte that is not white, which is then the one that begins here. */
    private byte next() throws IOException {
        while (true) {
            while (at < limit && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
                at++;
            }
            given = at;
            if (at < limit) {
                return text[at];
            }
            require(fill());
        }
    }

    private static void require(boolean usual) {
        if (!usual) {
            throw new UnusualTrace("not as usual", null);
        }
    }

    /** Begins the text again, where all of it was given or taken. */
    private boolean fill() throws IOException {
        at = 1;
        limit = 1;
        given = 1;
        return more();
    }

    /** Reads more text behind that from here on; a byte before it stays free. */
    private boolean more() throws IOException {
        int held = limit - at;
        if (held + 2 >= text.length) {
            require(text.length < MAX_ROW);
            byte[] larger = new byte[2 * text.length];
            System.arraycopy(text, at, larger, 1, held);
            text = larger;
        } else if (at > 1) {
            System.arraycopy(text, at, text, 1, held);
        }
        given += 1 - at;
        at = 1;
        limit = 1 + held;
        int n = in.read(text, limit, text.length - 1 - limit);
        limit += Math.max(n, 0);
        text[limit] = 0;
        return n > 0;
    }
}
