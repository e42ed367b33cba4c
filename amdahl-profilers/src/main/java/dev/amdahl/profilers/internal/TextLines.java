package dev.amdahl.profilers.internal;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text file, plain or gzip, as UTF-8 with what is not UTF-8 replaced. A line ends at a line feed, a carriage
 * return or both; of a line longer than {@link #MAX_LENGTH} bytes only the beginning is kept. Not thread-safe.
 */
public final class TextLines implements Closeable {
    /** Bytes kept of a line. */
    public static final int MAX_LENGTH = 1 << 18;

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final long maxBytes;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int filled;
    private byte[] kept = new byte[256];
    private long bytes;
    private long line;
    private long next = 1;
    private long longLines;
    private boolean endedByReturn;

    private TextLines(Path file, long maxBytes, InputStream in) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.in = in;
    }

    /**
     * Opens a file.
     *
     * @throws InvalidInputException if it cannot be opened
     */
    public static TextLines open(Artifact artifact, ProfileLimits limits) {
        Path file = artifact.path();
        try {
            return new TextLines(file, limits.maxBytes(), decompressed(file));
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(
                    file.toString(), "does not exist", "name the file that the profiler wrote", e);
        } catch (IOException e) {
            throw Unreadable.file(file, e, "check the file");
        }
    }

    /** Returns the lines of a stream that goes on as its file grows; the file is named in errors only. */
    public static TextLines of(Path file, InputStream in) {
        return new TextLines(file, Long.MAX_VALUE, in);
    }

    /** Opens a file that may be compressed. */
    public static InputStream decompressed(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        try {
            in.mark(2);
            boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            return gzip ? new GZIPInputStream(in, BUFFER) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /**
     * The next line without its end, null after the last.
     *
     * @throws InvalidInputException if the file cannot be read, its compressed data is broken, or it holds too many bytes
     */
    public @Nullable String next() {
        int length = 0;
        boolean any = false;
        boolean over = false;
        int value = read();
        if (value == '\n' && endedByReturn) {
            next++;
            value = read();
        }
        line = next;
        endedByReturn = false;
        for (; value >= 0; value = read()) {
            any = true;
            if (value == '\n' || value == '\r') {
                next += value == '\n' ? 1 : 0;
                endedByReturn = value == '\r';
                break;
            }
            if (length == MAX_LENGTH) {
                over = true;
                continue;
            }
            if (length == kept.length) {
                kept = Arrays.copyOf(kept, Math.min(MAX_LENGTH, 2 * length));
            }
            kept[length++] = (byte) value;
        }
        longLines += over ? 1 : 0;
        if (!any) {
            return null;
        }
        String text = new String(kept, 0, length, StandardCharsets.UTF_8);
        return line == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private int read() {
        if (at == filled) {
            fill();
        }
        return filled < 0 ? -1 : buffer[at++] & 0xFF;
    }

    private void fill() {
        try {
            filled = in.read(buffer, 0, BUFFER);
            at = filled < 0 ? filled : 0;
        } catch (EOFException e) {
            throw new InvalidInputException(place(), "the compressed data ends early", "copy the file again, whole", e);
        } catch (ZipException e) {
            throw new InvalidInputException(
                    place(), "the compressed data is broken: " + e.getMessage(), "copy the file again, whole", e);
        } catch (IOException e) {
            throw new InvalidInputException(place(), "cannot be read: " + e, "check that it is a readable file", e);
        }
        bytes += Math.max(0, filled);
        if (bytes > maxBytes) {
            throw invalid(
                    "holds more than " + maxBytes + " bytes after decompression",
                    "record less or raise the byte limit");
        }
    }

    /** Returns the next line as {@code next} does, but empty in the place of one that is too long. */
    public @Nullable String nextWhole() {
        long cut = longLines;
        String text = next();
        return longLines > cut ? "" : text;
    }

    /** Returns the number of the line that was read last, from 1. */
    public long number() {
        return line;
    }

    /** Lines of which the end was left out. */
    public long longLines() {
        return longLines;
    }

    /** Returns the file and the number of the line that was read last. */
    public String place() {
        return file + " line " + line;
    }

    /** Returns an error at the line that was read last. */
    public InvalidInputException invalid(String problem, String remedy) {
        return new InvalidInputException(place(), problem, remedy);
    }

    /** Returns an error of the file as a whole. */
    public InvalidInputException invalidFile(String problem, String remedy) {
        return new InvalidInputException(file.toString(), problem, remedy);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new InvalidInputException(file.toString(), "cannot be closed: " + e, "check the file system", e);
        }
    }
}
