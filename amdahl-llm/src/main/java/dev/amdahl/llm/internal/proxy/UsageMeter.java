package dev.amdahl.llm.internal.proxy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads out of one answer of a service, whole or as a stream of events, what it says that it used. What an event says of the answer so far
 * replaces what earlier ones said. Not thread-safe.
 */
final class UsageMeter {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_LINE = 8 << 20;
    private static final String EVENT = "data:";
    /** Where it stands at the end, and where at the beginning, of an answer; elsewhere the word is the model's. */
    private static final List<String> LAST = List.of("/usage", "/response/usage");

    private static final String FIRST = "/message/usage";

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean isWhole;
    private boolean isAnswer;
    private boolean isLast;
    private long fresh;
    private long cached;
    private long kept;
    private long written;
    private long bytes;

    /** Begins; what is no answer of the model costs nothing. */
    void begin(boolean answers) {
        isAnswer = answers;
    }

    void take(byte[] buffer, int count) {
        // JSON, and not the name of a field of an event.
        isWhole |= bytes == 0 && count > 0 && buffer[0] == '{';
        bytes += count;
        for (int i = 0; i < count; i++) {
            if (!isWhole && buffer[i] == '\n') {
                end();
            } else if (line.size() < MAX_LINE) {
                line.write(buffer[i]);
            }
        }
    }

    private void end() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        boolean isEvent = text.startsWith(EVENT);
        if (!text.contains("\"usage\"") || !(isEvent || isWhole)) {
            return;
        }
        try {
            JsonNode said = JSON.readTree(isEvent ? text.substring(EVENT.length()) : text);
            read(said.at(FIRST));
            for (String place : LAST) {
                read(said.at(place));
                isLast |= said.at(place).isObject();
            }
        } catch (JsonProcessingException cut) {
            return;
        }
    }

    /** The names of both protocols: one counts what came from its cache within the tokens read, the other beside them. */
    private void read(JsonNode usage) {
        long inCache = count(
                usage.at("/input_tokens_details/cached_tokens"), usage.at("/prompt_tokens_details/cached_tokens"));
        long read = count(usage.path("input_tokens"), usage.path("prompt_tokens"));
        fresh = Math.max(fresh, read - inCache);
        cached = Math.max(cached, Math.max(inCache, count(usage.path("cache_read_input_tokens"))));
        kept = Math.max(kept, count(usage.path("cache_creation_input_tokens")));
        written = Math.max(written, count(usage.path("output_tokens"), usage.path("completion_tokens")));
    }

    private static long count(JsonNode... places) {
        long count = 0;
        for (JsonNode place : places) {
            count = Math.max(count, place.asLong());
        }
        return count;
    }

    /** Returns what it used; where it does not say, or was cut off before it could, a token for every three bytes. */
    LlmUsage usage(PriceList prices, long sent) {
        end();
        if (!isAnswer) {
            return LlmUsage.NONE;
        }
        boolean isSaid = Math.max(Math.max(fresh, cached), Math.max(kept, written)) > 0;
        return prices.usage(
                isSaid ? fresh : sent / 3 + 1,
                cached,
                kept,
                isSaid && isLast ? written : Math.max(written, bytes / 3 + 1));
    }
}
