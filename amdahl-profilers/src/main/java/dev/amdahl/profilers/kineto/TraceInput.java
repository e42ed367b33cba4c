package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The text of a trace, decompressed if it is gzip, counted and capped. Not thread-safe. */
final class TraceInput extends FilterInputStream {
    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final long maxBytes;
    private long count;

    private TraceInput(InputStream in, Path path, long maxBytes) {
        super(in);
        this.path = path;
        this.maxBytes = maxBytes;
    }

    static TraceInput open(Path path, long maxBytes) throws IOException {
        InputStream file = new BufferedInputStream(Files.newInputStream(path), BUFFER);
        try {
            file.mark(2);
            boolean gzip = file.read() == 0x1f && file.read() == 0x8b;
            file.reset();
            return new TraceInput(gzip ? new GZIPInputStream(file, BUFFER) : file, path, maxBytes);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Bytes given so far, after decompression. */
    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        add(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = super.read(buffer, offset, length);
        add(Math.max(n, 0));
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        long skipped = super.skip(n);
        add(skipped);
        return skipped;
    }

    private void add(long n) {
        count += n;
        if (count > maxBytes) {
            throw new InvalidInputException(
                    path.toString(),
                    "holds more than " + maxBytes + " bytes after decompression",
                    "record fewer steps or raise the byte limit");
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
