package dev.amdahl.llm.internal.proxy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body that came in chunks, without their sizes. Not thread-safe. */
final class ChunkedInput extends InputStream {
    private static final int MAX_LINE = 1024;
    private static final int MAX_DIGITS = 8;
    private static final int MAX_TRAILERS = 64;

    private final InputStream in;
    private long left;
    private boolean isBegun;
    private boolean isOver;

    ChunkedInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (left == 0 && !isOver) {
            next();
        }
        if (isOver) {
            return -1;
        }
        int read = in.read(buffer, offset, (int) Math.min(length, left));
        if (read < 0) {
            throw new EOFException("a body ended within a chunk");
        }
        left -= read;
        return read;
    }

    private void next() throws IOException {
        if (isBegun && !line().isEmpty()) {
            throw new IOException("a chunk that is longer than it says");
        }
        isBegun = true;
        String size = line();
        int end = size.indexOf(';');
        String digits = (end < 0 ? size : size.substring(0, end)).strip();
        if (digits.length() > MAX_DIGITS || !digits.matches("[0-9A-Fa-f]+")) {
            throw new IOException("a chunk without a size");
        }
        left = Long.parseLong(digits, 16);
        if (left == 0) {
            isOver = true;
            int trailers = 0;
            while (!line().isEmpty()) {
                trailers++;
                if (trailers > MAX_TRAILERS) {
                    throw new IOException("a body with too many trailers");
                }
            }
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > MAX_LINE) {
                throw new EOFException("a body ended within a chunk");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }
}
