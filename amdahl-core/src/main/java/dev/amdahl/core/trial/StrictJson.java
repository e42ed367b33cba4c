package dev.amdahl.core.trial;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** Reads JSON that a stranger wrote: no duplicate keys, nothing after the value, bounded depth and size. */
final class StrictJson {
    static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(64).build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private StrictJson() {}

    /**
     * Returns the value in a regular file of at most that many bytes.
     *
     * @throws IOException with a reason that names no path, if it is anything else
     */
    static JsonNode read(Path file, long mostBytes) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("not a regular file");
        }
        if (Files.size(file) > mostBytes) {
            throw new IOException("larger than " + mostBytes + " bytes");
        }
        JsonNode value = MAPPER.readTree(Files.readAllBytes(file));
        if (value == null || value.isMissingNode()) {
            throw new IOException("empty");
        }
        return value;
    }

    /** Returns a finite number; anything else, text with digits too, is not a number. */
    static OptionalDouble number(JsonNode value) {
        return value.isNumber() && Double.isFinite(value.doubleValue())
                ? OptionalDouble.of(value.doubleValue())
                : OptionalDouble.empty();
    }
}
