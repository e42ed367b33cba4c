package dev.amdahl.profilers.internal.jfr;

import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A recording on disk whose chunks follow one another to the file's end, each closed: the JDK's reader waits for the rest of one that
 * is not. A gzip file is decompressed into a temporary one. Not thread-safe.
 */
final class JfrFile implements AutoCloseable {
    private static final int HEADER = 68;
    private static final int MAGIC = ('F' << 24) | ('L' << 16) | ('R' << 8);
    /** Chunks of one recording follow within a second, ns. */
    private static final long NEAR = 1_000_000_000;

    private static final int MAX_RATIO = 200;
    private static final String REMEDY = "dump the recording again, or stop it first";

    private final Path path;
    private final boolean isTemporary;
    private long previousEnd = Long.MIN_VALUE;
    private double seconds;
    private boolean hasGap;

    private JfrFile(Path path, boolean isTemporary) {
        this.path = path;
        this.isTemporary = isTemporary;
    }

    static JfrFile open(Artifact artifact, ProfileLimits limits) {
        try {
            long size = Files.size(artifact.path());
            if (size > limits.maxBytes()) {
                throw tooLarge(artifact, limits.maxBytes());
            }
            boolean isGzip = isGzip(artifact.path());
            JfrFile file = new JfrFile(isGzip ? inflate(artifact, limits, size) : artifact.path(), isGzip);
            try {
                file.check(artifact);
                return file;
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, "name a readable file");
        }
    }

    Path path() {
        return path;
    }

    /** Returns what the chunks cover together, s. */
    double seconds() {
        return seconds;
    }

    /** Returns whether the chunks do not follow one another in time. */
    boolean hasGap() {
        return hasGap;
    }

    @Override
    public void close() {
        if (isTemporary) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                path.toFile().deleteOnExit();
            }
        }
    }

    private void check(Artifact artifact) throws IOException {
        long size = Files.size(path);
        long at = 0;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
            while (at < size) {
                long length = chunk(in, at, size - at, artifact);
                in.skipNBytes(length - HEADER);
                at += length;
            }
        }
        if (at == 0) {
            throw invalid(artifact, 0, "holds no chunk");
        }
    }

    private long chunk(DataInputStream in, long at, long left, Artifact artifact) throws IOException {
        if (left < HEADER) {
            throw invalid(artifact, at, "a chunk's head is cut");
        }
        if (in.readInt() != MAGIC) {
            throw invalid(artifact, at, "no chunk of a Flight Recorder file begins here");
        }
        int major = in.readUnsignedShort();
        int minor = in.readUnsignedShort();
        if (major != 1 && major != 2) {
            throw new InvalidInputException(
                    artifact.path() + " at byte " + at,
                    "version " + major + "." + minor + " of the format, where 1.x and 2.x can be read",
                    "record with JDK 11 or newer");
        }
        long length = in.readLong();
        in.readLong();
        long metadata = in.readLong();
        long start = in.readLong();
        long duration = in.readLong();
        in.readLong();
        long ticks = in.readLong();
        int state = in.readUnsignedByte();
        in.skipNBytes(3);
        if (state != 0) {
            throw invalid(artifact, at, "a chunk was still being written");
        }
        boolean isSound = length > HEADER && length <= left && metadata >= HEADER && metadata < length && ticks > 0;
        if (!isSound || start < 0 || duration < 0 || start + duration < 0) {
            throw invalid(artifact, at, "a chunk's head is damaged or the chunk is cut");
        }
        boolean isFirst = previousEnd == Long.MIN_VALUE;
        hasGap |= !isFirst && Math.abs(start - previousEnd) > NEAR;
        previousEnd = start + duration;
        seconds += duration / 1e9;
        return length;
    }

    private static boolean isGzip(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.read() == 0x1f && in.read() == 0x8b;
        }
    }

    private static Path inflate(Artifact artifact, ProfileLimits limits, long size) throws IOException {
        Path temporary = Files.createTempFile("amdahl", ".jfr");
        long most = Math.min(limits.maxBytes(), Math.max(1, size) * MAX_RATIO);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(artifact.path()));
                OutputStream out = Files.newOutputStream(temporary)) {
            byte[] buffer = new byte[1 << 16];
            long written = 0;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                written += n;
                if (written > most) {
                    throw tooLarge(artifact, most);
                }
                out.write(buffer, 0, n);
            }
            return temporary;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    private static InvalidInputException tooLarge(Artifact artifact, long most) {
        return new InvalidInputException(
                artifact.path().toString(),
                "holds more than " + most + " bytes (decompressed at most " + MAX_RATIO + " times its size)",
                "record for a shorter time or raise the byte limit");
    }

    private static InvalidInputException invalid(Artifact artifact, long at, String problem) {
        return new InvalidInputException(artifact.path() + " at byte " + at, problem, REMEDY);
    }
}
