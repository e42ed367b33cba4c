package dev.amdahl.examples.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The lines of an input that are not blank; of one that is too long all but its ends is read and forgotten. Not thread-safe. */
final class MessageLines {
    private static final int MAX_LENGTH = 1 << 20;
    private static final int END = 256;
    private static final String ID = "\"id\"\\s*:\\s*(-?\\d{1,18}|\"[^\"\\\\]{0,200}\")\\s*";
    /** The id of a request where it stands before what makes it long; a quote within a text has a backslash. */
    private static final Pattern FIRST = Pattern.compile(
            "^\\s*\\{(?:\\s*\"(?:jsonrpc|method)\"\\s*:\\s*\"[^\"\\\\]{0,100}\"\\s*,){0,2}\\s*" + ID + "[,}]");
    /** The same where it stands after. */
    private static final Pattern LAST =
            Pattern.compile("\\}\\s*,(?:\\s*\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*,)?\\s*" + ID + "\\}\\s*$");

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
        byte[] end = new byte[END];
        boolean isBlank = true;
        long size = 0;
        for (int read = in.read(); read >= 0; read = in.read()) {
            if (read != '\n') {
                isBlank &= read == ' ' || read == '\t' || read == '\r';
                end[(int) (size % END)] = (byte) read;
                if (size++ < MAX_LENGTH) {
                    line.write(read);
                }
            } else if (isBlank) {
                line.reset();
                size = 0;
            } else {
                return Optional.of(whole(line, size, end));
            }
        }
        return isBlank ? Optional.empty() : Optional.of(whole(line, size, end));
    }

    private static byte[] whole(ByteArrayOutputStream line, long size, byte[] end) throws Refusal {
        if (size > MAX_LENGTH) {
            throw new Refusal(
                    Refusal.NOT_A_REQUEST,
                    id(line.toByteArray(), size, end),
                    "the line has " + size + " bytes, and may have " + MAX_LENGTH);
        }
        return line.toByteArray();
    }

    /** Returns the id of a request that is too long to be read, so that its sender does not wait for an answer; null where it cannot be told. */
    private static JsonNode id(byte[] begin, long size, byte[] ring) {
        int oldest = (int) (size % END);
        String end = new String(ring, oldest, END - oldest, UTF_8) + new String(ring, 0, oldest, UTF_8);
        Optional<String> id = Stream.of(FIRST.matcher(new String(begin, 0, END, UTF_8)), LAST.matcher(end))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
        if (id.isEmpty()) {
            return NullNode.instance;
        }
        String text = id.get();
        return text.startsWith("\"")
                ? TextNode.valueOf(text.substring(1, text.length() - 1))
                : LongNode.valueOf(Long.parseLong(text));
    }
}
