package dev.amdahl.core.internal.ledger.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/** Reads whole lines from the end of a file backwards, a block at a time. Not thread-safe. */
public final class TailReader {
    private static final int BLOCK = 1 << 16;

    private final FileChannel channel;
    private ByteBuffer block = ByteBuffer.allocate(0);
    private long blockStart;
    private long end;
    private long start;

    /** @param channel the file, which stays open */
    public TailReader(FileChannel channel) {
        this.channel = channel;
    }

    /** Returns the last line that ends with a line feed. */
    public Optional<String> lastLine() throws IOException {
        end = feedBefore(channel.size()) + 1;
        return line();
    }

    /** Returns the line before the one returned last. */
    public Optional<String> lineBefore() throws IOException {
        end = start;
        return line();
    }

    /** Returns where the line returned last ends, its line feed included. */
    public long end() {
        return end;
    }

    private Optional<String> line() throws IOException {
        if (end <= 0) {
            return Optional.empty();
        }
        start = feedBefore(end - 1) + 1;
        int length = Math.toIntExact(end - 1 - start);
        boolean isInBlock = start >= blockStart && end <= blockStart + block.limit();
        ByteBuffer bytes = isInBlock ? block.slice((int) (start - blockStart), length) : read(start, length);
        return Optional.of(UTF_8.decode(bytes).toString());
    }

    /** Position of the last line feed before that position, -1 if there is none. */
    private long feedBefore(long position) throws IOException {
        for (long at = position - 1; at >= 0; at--) {
            if (at < blockStart || at >= blockStart + block.limit()) {
                blockStart = Math.max(0, at + 1 - BLOCK);
                block = read(blockStart, (int) (at + 1 - blockStart));
            }
            if (block.get((int) (at - blockStart)) == '\n') {
                return at;
            }
        }
        return -1;
    }

    private ByteBuffer read(long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            int read = channel.read(bytes, from + bytes.position());
            if (read < 0) {
                throw new IOException("the file became shorter while it was read");
            }
        }
        return bytes.flip();
    }
}
