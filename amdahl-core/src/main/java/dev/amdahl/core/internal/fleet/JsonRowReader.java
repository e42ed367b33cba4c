package dev.amdahl.core.internal.fleet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a file of one JSON object per line; blank lines are none; null and nested values count as not given. Not thread-safe. */
final class JsonRowReader extends RowReader {
    private static final int MAX_KEYS = 4096;
    private static final int MAX_LINE = 1 << 24;
    private static final JsonFactory JSON = new JsonFactory();

    private final List<String> keys = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final BufferedReader lines = new BufferedReader(new LineLimit(in));

    /** Refuses a line that is too long to hold. */
    private final class LineLimit extends FilterReader {
        private int length;

        LineLimit(Reader in) {
            super(in);
        }

        @Override
        public int read(char[] text, int offset, int count) throws IOException {
            int read = super.read(text, offset, count);
            for (int at = offset; at < offset + read; at++) {
                length = text[at] == '\n' ? 0 : length + 1;
            }
            if (length > MAX_LINE) {
                isBroken = true;
                throw new InvalidInputException(
                        file.toString(),
                        "a row is longer than " + (MAX_LINE >> 20) + " million characters",
                        "write one object per line");
            }
            return read;
        }
    }

    JsonRowReader(Path file) {
        super(file);
    }

    @Override
    boolean next() {
        try {
            String text = lines.readLine();
            for (line++; text != null && text.isBlank(); line++) {
                text = lines.readLine();
            }
            if (text == null) {
                return false;
            }
            requireUtf8(text);
            parse(text);
            return true;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private void parse(String text) {
        Collections.fill(cells, "");
        try (JsonParser json = JSON.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw bad("not a JSON object", "write one object per line");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String key = json.currentName();
                JsonToken token = json.nextToken();
                if (token.isStructStart()) {
                    json.skipChildren();
                } else if (token != JsonToken.VALUE_NULL) {
                    cells.set(column(key), json.getText());
                }
            }
            if (json.nextToken() != null) {
                throw bad("not JSON: more than one value", "write one object per line");
            }
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(
                    place(), "not JSON: " + e.getOriginalMessage(), "write one object per line", e);
        } catch (IOException e) {
            throw new UncheckedIOException("text in memory is always readable", e);
        }
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
        cells.add("");
        return keys.size() - 1;
    }
}
