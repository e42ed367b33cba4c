package dev.amdahl.profilers.internal.kineto.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.util.HexFormat;

/** Opens the parser of a trace, or says why what lies there cannot be one. */
final class TraceParser {
    private static final int MAX_STRING = 1 << 20;

    private TraceParser() {}

    /**
     * Returns the parser, before its first token.
     *
     * @throws InvalidInputException where the file is empty, compressed twice or no text
     */
    static JsonParser open(String file, TraceInput in, int maxDepth) throws IOException {
        check(file, in.head());
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(MAX_STRING)
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                .build()
                .createParser(in);
    }

    private static void check(String file, byte[] head) {
        if (head.length == 0) {
            throw new InvalidInputException(file, "is empty", "write the trace again, whole");
        }
        if (head.length > 1 && head[0] == 0x1f && head[1] == (byte) 0x8b) {
            throw new InvalidInputException(file, "is compressed twice", "decompress it once");
        }
        boolean isMark = head[0] == (byte) 0xEF || head[0] == (byte) 0xFE || head[0] == (byte) 0xFF || head[0] == 0;
        boolean isText = (head[0] >= ' ' && head[0] < 0x7f) || head[0] == '\n' || head[0] == '\r' || head[0] == '\t';
        if (!isMark && !isText) {
            throw new InvalidInputException(
                    file,
                    "is not JSON: it begins with the bytes "
                            + HexFormat.ofDelimiter(" ").formatHex(head),
                    "give a Chrome trace event file, .json or .json.gz");
        }
    }
}
