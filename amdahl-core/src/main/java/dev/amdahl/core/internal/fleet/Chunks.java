package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file read in pieces into one array, with {@code .gz} taken apart. Not thread-safe. */
final class Chunks implements Closeable {
    private static final int PIECE = 1 << 18;
    private static final int MAX_ROW = 1 << 24;

    private final Path file;
    private final InputStream in;
    byte[] bytes = new byte[2 * PIECE];

    /** Where unread bytes start and end. */
    int position;

    int limit;
    private boolean isAtEnd;
    private boolean isBroken;

    private Chunks(Path file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    static Chunks open(Path file) {
        try {
            InputStream raw = Files.newInputStream(file);
            boolean isPacked =
                    String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".gz");
            try {
                Chunks chunks = new Chunks(
                        file, isPacked ? new GZIPInputStream(new BufferedInputStream(raw, PIECE), PIECE) : raw);
                chunks.readStart();
                return chunks;
            } catch (IOException | RuntimeException e) {
                raw.close();
                throw e;
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private void readStart() {
        while (limit < 3 && more()) {}
        if (limit >= 2 && bytes[0] == 0x1F && bytes[1] == (byte) 0x8B) {
            throw new InvalidInputException(file.toString(), "it is packed by gzip", "add .gz to its name");
        }
        if (limit >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
            position = 3;
        }
    }

    /** Brings more bytes behind {@code limit}, moving what starts at {@code position} to the front; false at the end of the file. */
    boolean more() {
        if (isAtEnd) {
            return false;
        }
        if (position > 0) {
            System.arraycopy(bytes, position, bytes, 0, limit - position);
            limit -= position;
            position = 0;
        }
        if (limit == bytes.length) {
            if (bytes.length >= MAX_ROW) {
                isBroken = true;
                throw new InvalidInputException(
                        file.toString(),
                        "a row is longer than " + (MAX_ROW >> 20) + " MB",
                        "look for a quote that is not closed");
            }
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        try {
            int read = in.read(bytes, limit, bytes.length - limit);
            isAtEnd = read < 0;
            limit += Math.max(0, read);
            return !isAtEnd;
        } catch (EOFException e) {
            isBroken = true;
            throw new InvalidInputException(
                    file.toString(), "the file ends in the middle of its packed data", "fetch all of it again", e);
        } catch (IOException e) {
            isBroken = true;
            throw unreadable(file, e);
        }
    }

    /** Whether no further byte can be read. */
    boolean isBroken() {
        return isBroken;
    }

    private static InvalidInputException unreadable(Path file, IOException e) {
        String remedy = e instanceof ZipException ? "a file named .gz must be packed by gzip" : "check path and rights";
        return new InvalidInputException(file.toString(), "the file cannot be read: " + e, remedy, e);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }
}
