package dev.amdahl.llm.internal.proxy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The calls of a model that a program inside makes: which there may be, how many, and what they came to in the words of the service.
 * Thread-safe.
 */
final class CountedCalls {
    /** What two readers could read in two ways is not passed on. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final int FORBIDDEN = 403;

    /** Tools that the program runs, inside; any other is run by the service, and may reach further than the program can. */
    private static final Pattern TOOL =
            Pattern.compile("custom|function|namespace|local_shell|shell|apply_patch|(bash|text_editor)_\\d{8}");

    private static final Pattern ELSEWHERE = Pattern.compile("(?i)\\s*(https?|ftp|file|s3|gs):");

    private final ModelEndpoint endpoint;
    private final PriceList prices;
    private final ProxyLimits limits;
    private int count;
    private LlmUsage usage = LlmUsage.NONE;

    CountedCalls(ModelEndpoint endpoint, PriceList prices, ProxyLimits limits) {
        this.endpoint = endpoint;
        this.prices = prices;
        this.limits = limits;
    }

    ModelEndpoint endpoint() {
        return endpoint;
    }

    /**
     * Counts a call that is about to be made.
     *
     * @throws ProxyRefusal if it may not be made
     */
    synchronized void begin(String method, byte[] body) throws ProxyRefusal {
        if (method.equals("POST")) {
            requireNothingElsewhere(body);
        } else if (!method.equals("GET")) {
            throw new ProxyRefusal(FORBIDDEN, "the model's service is asked by POST and GET alone, not by " + method);
        }
        if (count >= limits.calls()) {
            throw new ProxyRefusal(FORBIDDEN, "it may call the model " + limits.calls() + " times, and did");
        }
        if (usage.inputTokens() + usage.outputTokens() >= limits.tokens()) {
            throw new ProxyRefusal(FORBIDDEN, "it may use " + limits.tokens() + " tokens, and did");
        }
        if (usage.price() >= limits.price()) {
            throw new ProxyRefusal(FORBIDDEN, "it may spend " + limits.price() + ", and did");
        }
        count++;
    }

    /** The service can reach what the program cannot: by tools of its own, by servers of others, by addresses of pictures and files. */
    private static void requireNothingElsewhere(byte[] body) throws ProxyRefusal {
        JsonNode asked;
        try {
            asked = JSON.readTree(body);
        } catch (JsonProcessingException malformed) {
            throw new ProxyRefusal(400, "a call of the model that is not JSON");
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        if (asked.has("mcp_servers") || asked.has("container")) {
            throw new ProxyRefusal(FORBIDDEN, "a call that lets the model's service reach other servers");
        }
        for (String name : List.of("source", "image_url", "file_url")) {
            for (JsonNode place : asked.findValues(name)) {
                String address =
                        place.isTextual() ? place.asText() : place.path("url").asText();
                if (ELSEWHERE.matcher(address).lookingAt()) {
                    throw new ProxyRefusal(FORBIDDEN, "a call that lets the model's service fetch '" + address + "'");
                }
            }
        }
        for (JsonNode tool : asked.path("tools")) {
            String type = tool.path("type").asText("custom");
            if (!TOOL.matcher(type).matches()) {
                throw new ProxyRefusal(
                        FORBIDDEN, "a call with the tool '" + type + "', which the model's service runs by itself");
            }
        }
    }

    /** Books the answer of a call. */
    synchronized void end(UsageMeter meter, int sent) {
        usage = usage.plus(meter.usage(prices, sent));
    }

    /** Returns how many there were. */
    synchronized int count() {
        return count;
    }

    /** Returns what they came to. */
    synchronized LlmUsage usage() {
        return usage;
    }
}
