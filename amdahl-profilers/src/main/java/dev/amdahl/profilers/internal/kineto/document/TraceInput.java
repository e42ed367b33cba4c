package dev.amdahl.profilers.internal.kineto.document;

import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/**
 * The text of a trace, decompressed if it is gzip, counted and capped: in all, and beyond the first 64 MiB to 200 times what was
 * read of the file. Real traces compress to a tenth or a thirtieth, because each row has times of its own; deflate can reach 1,032.
 * Not thread-safe.
 */
public final class TraceInput extends FilterInputStream {
    private static final int BUFFER = 1 << 16;
    private static final long FREE = 64L << 20;
    private static final int MAX_RATIO = 200;

    private final String file;
    private final Counted compressed;
    private final long maxBytes;
    private long count;

    private TraceInput(InputStream in, Counted compressed, String file, long maxBytes) {
        super(in);
        this.compressed = compressed;
        this.file = file;
        this.maxBytes = maxBytes;
    }

    /**
     * Opens a file.
     *
     * @param read told how many bytes of the file were read so far
     * @throws IOException where it is not a regular file, or not readable
     */
    public static TraceInput open(Path path, long maxBytes, LongConsumer read) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new FileSystemException(path.toString(), null, "not a regular file");
        }
        Counted counted = new Counted(Files.newInputStream(path), read);
        InputStream head = new BufferedInputStream(counted, BUFFER);
        try {
            head.mark(2);
            boolean gzip = head.read() == 0x1f && head.read() == 0x8b;
            head.reset();
            InputStream text = gzip ? new BufferedInputStream(new GZIPInputStream(head, BUFFER), BUFFER) : head;
            return new TraceInput(text, counted, path.toString(), maxBytes);
        } catch (IOException e) {
            head.close();
            throw e;
        }
    }

    /** Returns the first four bytes, which are given again; only before any other. */
    byte[] head() throws IOException {
        in.mark(4);
        byte[] head = in.readNBytes(4);
        in.reset();
        return head;
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
                    file,
                    "holds more than " + maxBytes + " bytes after decompression",
                    "record fewer steps or raise the byte limit");
        }
        if (count > FREE && count / MAX_RATIO > compressed.count) {
            throw new InvalidInputException(
                    file,
                    "grows to more than " + MAX_RATIO + " times its size when decompressed, which no trace does (byte "
                            + compressed.count + ")",
                    "write the trace again, or decompress it by hand");
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private static final class Counted extends FilterInputStream {
        private final LongConsumer read;
        private long count;

        Counted(InputStream in, LongConsumer read) {
            super(in);
            this.read = read;
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int n = super.read(buffer, offset, length);
            count += Math.max(n, 0);
            read.accept(count);
            return n;
        }
    }
}
