package dev.amdahl.examples.watch;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads a file as others write to it, and waits at its end; one that became shorter is read again from its beginning. Ends when its time is
 * over or its thread is interrupted. Not thread-safe.
 */
final class GrowingFile extends InputStream {
    private static final Duration WAIT = Duration.ofMillis(200);

    private final Path file;
    private final Clock clock;
    private final Instant until;
    private final Runnable atEnd;
    private RandomAccessFile open;

    /** @param atEnd called each time there is nothing more to read for now */
    GrowingFile(Path file, Clock clock, Instant until, Runnable atEnd) throws IOException {
        this.file = file;
        this.clock = clock;
        this.until = until;
        this.atEnd = atEnd;
        open = new RandomAccessFile(file.toFile(), "r");
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = open.read(bytes, from, length);
        while (read < 0) {
            atEnd.run();
            if (!clock.instant().isBefore(until) || Thread.currentThread().isInterrupted()) {
                return -1;
            }
            LockSupport.parkNanos(WAIT.toNanos());
            if (Files.exists(file) && Files.size(file) < open.getFilePointer()) {
                open.close();
                open = new RandomAccessFile(file.toFile(), "r");
            }
            read = open.read(bytes, from, length);
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        open.close();
    }
}
