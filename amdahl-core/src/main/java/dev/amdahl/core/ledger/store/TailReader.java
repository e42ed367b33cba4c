package dev.amdahl.core.ledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/** Reads whole lines from the end of a file backwards. */
final class TailReader {
    private static final int BLOCK = 1 << 16;

    private final FileChannel channel;
    private long end;
    private long start;

    TailReader(FileChannel channel) {
        this.channel = channel;
    }

    /** The last line that ends with a line feed. */
    Optional<String> lastLine() throws IOException {
        end = feedBefore(channel.size()) + 1;
        return line();
    }

    /** The line before the one returned last. */
    Optional<String> lineBefore() throws IOException {
        end = start;
        return line();
    }

    /** Where the line returned last ends, its line feed included. */
    long end() {
        return end;
    }

    private Optional<String> line() throws IOException {
        if (end <= 0) {
            return Optional.empty();
        }
        start = feedBefore(end - 1) + 1;
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(end - 1 - start));
        readFully(bytes, start);
        return Optional.of(UTF_8.decode(bytes.flip()).toString());
    }

    /** Position of the last line feed before that position, -1 if there is none. */
    private long feedBefore(long position) throws IOException {
        for (long to = position; to > 0; to -= BLOCK) {
            long from = Math.max(0, to - BLOCK);
            ByteBuffer block = ByteBuffer.allocate((int) (to - from));
            readFully(block, from);
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return from + i;
                }
            }
        }
        return -1;
    }

    private void readFully(ByteBuffer bytes, long from) throws IOException {
        while (bytes.hasRemaining()) {
            int read = channel.read(bytes, from + bytes.position());
            if (read < 0) {
                throw new IOException("the file became shorter while it was read");
            }
        }
    }
}
