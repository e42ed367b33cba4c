package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text that somebody else wrote, one at a time, counted and capped. A line longer than {@link #MAX_LENGTH} bytes is given
 * as an empty one and counted. Not thread-safe.
 */
public final class TextLines implements AutoCloseable {
    /** The longest line that is looked at, bytes. */
    public static final int MAX_LENGTH = 1 << 18;

    private static final int PREFIX = 8192;

    private final Path path;
    private final long maxBytes;
    private final InputStream in;
    private final byte[] chunk = new byte[1 << 16];
    private byte[] line = new byte[1 << 10];
    private int at;
    private int filled;
    private long bytes;
    private long number;
    private long tooLong;

    private TextLines(Path path, long maxBytes, InputStream in) {
        this.path = path;
        this.maxBytes = maxBytes;
        this.in = in;
    }

    /**
     * Opens the text.
     *
     * @throws InvalidInputException if it cannot be read or holds more bytes than the limit
     */
    public static TextLines open(Artifact artifact, ProfileLimits limits) {
        Path path = artifact.path();
        try {
            long size = Files.size(path);
            if (size > limits.maxBytes()) {
                throw tooLarge(path, limits.maxBytes());
            }
            return new TextLines(path, limits.maxBytes(), Files.newInputStream(path));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** The whole lines among the first kilobytes; empty where the file cannot be read or is no text. */
    public static List<String> first(Artifact artifact) {
        try (InputStream in = Files.newInputStream(artifact.path())) {
            byte[] bytes = in.readNBytes(PREFIX);
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (text.indexOf('\0') >= 0) {
                return List.of();
            }
            List<String> lines = text.lines().toList();
            boolean isCut = bytes.length == PREFIX && !text.endsWith("\n");
            return isCut ? lines.subList(0, lines.size() - 1) : lines;
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The next line without its end; null after the last. */
    public @Nullable String next() {
        int length = 0;
        boolean isOpen = false;
        while (at < filled || fill()) {
            byte b = chunk[at++];
            isOpen = true;
            if (b == '\n') {
                return text(length);
            }
            if (length < MAX_LENGTH) {
                line = length == line.length ? Arrays.copyOf(line, 2 * length) : line;
                line[length] = b;
            }
            length = Math.min(length + 1, MAX_LENGTH + 1);
        }
        return isOpen ? text(length) : null;
    }

    /** The number of the line last given, from 1. */
    public long number() {
        return number;
    }

    /** How many lines were too long to be looked at. */
    public long tooLong() {
        return tooLong;
    }

    /** An error at the line last given. */
    public InvalidInputException invalid(String problem, String remedy) {
        return new InvalidInputException(path + " line " + number, problem, remedy);
    }

    /** Overload of {@code invalid}: with the error that revealed it. */
    public InvalidInputException invalid(String problem, String remedy, Throwable cause) {
        return new InvalidInputException(path + " line " + number, problem, remedy, cause);
    }

    /** An error of the file as a whole. */
    public InvalidInputException invalidFile(String problem, String remedy) {
        return new InvalidInputException(path.toString(), problem, remedy);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private String text(int length) {
        number++;
        if (length > MAX_LENGTH) {
            tooLong++;
            return "";
        }
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        return new String(line, 0, end, StandardCharsets.UTF_8);
    }

    private boolean fill() {
        try {
            filled = Math.max(0, in.read(chunk));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
        at = 0;
        bytes += filled;
        if (bytes > maxBytes) {
            throw tooLarge(path, maxBytes);
        }
        return filled > 0;
    }

    private static InvalidInputException tooLarge(Path path, long maxBytes) {
        return new InvalidInputException(
                path.toString(),
                "holds more than " + maxBytes + " bytes",
                "record for a shorter time or raise the byte limit");
    }

    private static InvalidInputException unreadable(Path path, IOException e) {
        return Unreadable.file(path, e, "name a readable file");
    }
}
