package dev.amdahl.core.internal.fleet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows of a file of one JSON object per line; blank lines are none; null and nested values count as not given. Not thread-safe. */
final class JsonCells extends Cells {
    private static final int MAX_KEYS = 4096;
    private static final JsonFactory JSON = new JsonFactory();

    private final List<String> keys = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private int length;
    private long line;

    JsonCells(Path file) {
        super(file, 32);
        bytes = new byte[1024];
    }

    @Override
    boolean next() {
        while (findLine()) {
            int start = in.position;
            boolean isBlank = true;
            boolean isForeign = false;
            for (int at = start; at < end; at++) {
                isBlank &= in.bytes[at] <= ' ' && in.bytes[at] >= 0;
                isForeign |= in.bytes[at] < 0;
            }
            if (isForeign) {
                requireUtf8(start, end);
            }
            if (!isBlank) {
                parse(start, end - start);
                return true;
            }
        }
        return false;
    }

    private boolean findLine() {
        in.position = end;
        line++;
        int at = in.position;
        while (true) {
            int before = in.position;
            while (at < in.limit && in.bytes[at] != '\n') {
                at++;
            }
            if (at < in.limit) {
                end = at + 1;
                return true;
            }
            boolean more = in.more();
            at -= before - in.position;
            if (!more) {
                end = in.limit;
                return in.position < in.limit;
            }
        }
    }

    private void parse(int start, int size) {
        Arrays.fill(from, 0);
        Arrays.fill(to, 0);
        length = 0;
        try (JsonParser json = JSON.createParser(in.bytes, start, size)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw bad("not a JSON object", "write one object per line");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String key = json.currentName();
                JsonToken token = json.nextToken();
                if (token.isStructStart()) {
                    json.skipChildren();
                } else if (token != JsonToken.VALUE_NULL) {
                    store(key, json.getText());
                }
            }
            if (json.nextToken() != null) {
                throw bad("not JSON: more than one value", "write one object per line");
            }
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(
                    place(), "not JSON: " + e.getOriginalMessage(), "write one object per line", e);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory are always readable", e);
        }
    }

    private void store(String key, String value) {
        int column = column(key);
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        if (length + encoded.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * (length + encoded.length));
        }
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        from[column] = length;
        length += encoded.length;
        to[column] = length;
    }

    @Override
    long line() {
        return line;
    }

    @Override
    List<String> columns() {
        return keys;
    }

    @Override
    int column(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        if (keys.size() >= MAX_KEYS) {
            throw bad("more than " + MAX_KEYS + " different keys", "write one run per line");
        }
        numbers.put(name, keys.size());
        keys.add(name);
        if (keys.size() > from.length) {
            from = Arrays.copyOf(from, 2 * from.length);
            to = Arrays.copyOf(to, 2 * to.length);
        }
        return keys.size() - 1;
    }
}
