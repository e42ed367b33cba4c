package dev.amdahl.llm.internal.proxy;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.io.ByteStreams;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line and the headers of a message of HTTP/1.1, read strictly: what could be read in two ways is no message. Immutable.
 *
 * @param first the first line
 * @param headers by their names in lower case
 */
record MessageHead(String first, ImmutableListMultimap<String, String> headers) {
    private static final int MAX_BYTES = 64 << 10;
    private static final int BAD_REQUEST = 400;
    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([^\\r\\n\\x00]*?)[ \\t]*");
    /** Of one connection alone. */
    private static final Set<String> OWN = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "proxy-authenticate",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "host",
            "expect",
            "content-length",
            "accept-encoding",
            "cookie",
            "set-cookie");
    /** What a service knows its callers by. */
    private static final Set<String> KEYS = Set.of("authorization", "x-api-key", "api-key");

    /** @throws IOException if there is none, or not a whole one */
    static MessageHead read(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int ends = 0;
        while (ends < 4) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("a message without a whole head");
            }
            bytes.write(next);
            if (bytes.size() > MAX_BYTES) {
                throw new ProxyRefusal(431, "a message whose head has over " + MAX_BYTES + " bytes");
            }
            ends = next == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : next == '\r' ? 1 : 0;
        }
        List<String> lines = bytes.toString(StandardCharsets.ISO_8859_1).lines().toList();
        ImmutableListMultimap.Builder<String, String> headers = ImmutableListMultimap.builder();
        for (String line : lines.subList(1, lines.size() - 1)) {
            Matcher header = HEADER.matcher(line);
            if (!header.matches()) {
                throw new ProxyRefusal(BAD_REQUEST, "a message with a header that is none");
            }
            headers.put(header.group(1).toLowerCase(Locale.ROOT), header.group(2));
        }
        return new MessageHead(lines.get(0), headers.build());
    }

    /**
     * Returns the headers that go on, each with its end of line.
     *
     * @param hasKeys whether keys do
     */
    String passedOn(boolean hasKeys) {
        StringBuilder text = new StringBuilder();
        headers.entries().stream()
                .filter(header -> {
                    // Some servers read both signs as one.
                    String name = header.getKey().replace('_', '-');
                    return !OWN.contains(name) && (hasKeys || !KEYS.contains(name));
                })
                .forEach(header -> text.append(header.getKey())
                        .append(": ")
                        .append(header.getValue())
                        .append("\r\n"));
        return text.toString();
    }

    boolean isChunked() {
        return headers.containsKey("transfer-encoding");
    }

    /**
     * Returns the body behind this head.
     *
     * @param otherwise how many bytes it has where the head does not say; {@code Long.MAX_VALUE} for all there are
     */
    InputStream body(InputStream in, long otherwise) throws IOException {
        List<String> lengths = headers.get("content-length");
        if (isChunked()) {
            if (!lengths.isEmpty() || !headers.get("transfer-encoding").equals(List.of("chunked"))) {
                throw new ProxyRefusal(BAD_REQUEST, "a message whose length can be read in two ways");
            }
            return new ChunkedInput(in);
        }
        if (lengths.isEmpty()) {
            return otherwise == Long.MAX_VALUE ? in : ByteStreams.limit(in, otherwise);
        }
        if (lengths.size() > 1 || !lengths.get(0).matches("\\d{1,15}")) {
            throw new ProxyRefusal(BAD_REQUEST, "a message whose length can be read in two ways");
        }
        return ByteStreams.limit(in, Long.parseLong(lengths.get(0)));
    }
}
