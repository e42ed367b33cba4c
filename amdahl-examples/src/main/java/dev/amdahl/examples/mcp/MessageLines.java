package dev.amdahl.examples.mcp;

import com.fasterxml.jackson.databind.node.NullNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The lines of an input that are not blank; of one that is too long the rest is read and forgotten. Not thread-safe. */
final class MessageLines {
    private static final int MAX_LENGTH = 1 << 20;

    private final InputStream in;

    MessageLines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /**
     * Returns the next one; empty at the end of the input.
     *
     * @throws Refusal if it is too long; the one after it can be read
     */
    Optional<byte[]> next() throws IOException, Refusal {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean isBlank = true;
        long size = 0;
        for (int read = in.read(); read >= 0; read = in.read()) {
            if (read != '\n') {
                isBlank &= read == ' ' || read == '\t' || read == '\r';
                if (size++ < MAX_LENGTH) {
                    line.write(read);
                }
            } else if (isBlank) {
                line.reset();
                size = 0;
            } else {
                return Optional.of(whole(line, size));
            }
        }
        return isBlank ? Optional.empty() : Optional.of(whole(line, size));
    }

    private static byte[] whole(ByteArrayOutputStream line, long size) throws Refusal {
        if (size > MAX_LENGTH) {
            throw new Refusal(
                    Refusal.NOT_A_REQUEST,
                    NullNode.instance,
                    "the line has " + size + " bytes, and may have " + MAX_LENGTH);
        }
        return line.toByteArray();
    }
}
