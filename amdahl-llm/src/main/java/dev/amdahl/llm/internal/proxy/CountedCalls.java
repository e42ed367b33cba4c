package dev.amdahl.llm.internal.proxy;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
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
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Tools that the program runs, inside; any other is run by the service, and may reach further than the program can. */
    private static final Pattern TOOL =
            Pattern.compile("custom|function|namespace|local_shell|shell|apply_patch|(bash|text_editor)_\\d{8}");

    /** Readers of addresses leave out what stands before one and is no letter. */
    private static final Pattern ELSEWHERE = Pattern.compile("(?i)[^a-z]*(https?|ftp|file|s3|gs):");

    private static final String USUAL = "auto";
    /** Others cost more than the prices say. */
    private static final Set<String> TIERS = Set.of(USUAL, "default", "flex", "standard", "standard_only");

    private final ModelEndpoint endpoint;
    private final PriceList prices;
    private final ProxyLimits limits;
    private int count;
    private int open;
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
        if (!method.equals("POST")) {
            throw new ProxyRefusal(FORBIDDEN, "the model's service is asked by POST alone, not by " + method);
        }
        JsonNode asked = read(body);
        String model = asked.path("model").asText();
        if (!endpoint.models().isEmpty() && !endpoint.models().contains(model)) {
            throw new ProxyRefusal(
                    FORBIDDEN, "a call of the model '" + model + "', which is not one of those that it may ask");
        }
        requireNothingElsewhere(asked);
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
        open++;
    }

    private static JsonNode read(byte[] body) throws ProxyRefusal {
        JsonNode asked;
        try {
            asked = JSON.readTree(body);
        } catch (IOException malformed) {
            throw new ProxyRefusal(400, "a call of the model that is not JSON");
        }
        if (!asked.isObject()) {
            throw new ProxyRefusal(400, "a call of the model that is not a JSON object");
        }
        return asked;
    }

    /** The service can reach what the program cannot: by tools of its own, by servers of others, by addresses of pictures and files. */
    private static void requireNothingElsewhere(JsonNode asked) throws ProxyRefusal {
        if (asked.has("mcp_servers") || asked.has("container")) {
            throw new ProxyRefusal(FORBIDDEN, "a call that lets the model's service reach other servers");
        }
        if (asked.path("background").asBoolean()
                || !TIERS.contains(asked.path("service_tier").asText(USUAL))
                || !TIERS.contains(asked.path("speed").asText(USUAL))) {
            throw new ProxyRefusal(
                    FORBIDDEN,
                    "a call that costs more than its prices say: in the background, of another tier or speed");
        }
        requireNoAddress(asked);
        requireOwnTools(asked.path("tools"));
    }

    private static void requireNoAddress(JsonNode part) throws ProxyRefusal {
        for (String name : List.of("source", "image_url", "file_url")) {
            JsonNode place = part.path(name);
            String address =
                    place.isTextual() ? place.asText() : place.path("url").asText();
            if (ELSEWHERE.matcher(address).lookingAt()) {
                throw new ProxyRefusal(FORBIDDEN, "a call that lets the model's service fetch '" + address + "'");
            }
        }
        for (JsonNode below : part) {
            requireNoAddress(below);
        }
    }

    private static void requireOwnTools(JsonNode tools) throws ProxyRefusal {
        for (JsonNode tool : tools) {
            String type = tool.path("type").asText("custom");
            if (!TOOL.matcher(type).matches()) {
                throw new ProxyRefusal(
                        FORBIDDEN, "a call with the tool '" + type + "', which the model's service runs by itself");
            }
            requireOwnTools(tool.path("tools"));
        }
    }

    /** Books the answer of a call. */
    synchronized void end(UsageMeter meter, int sent) {
        usage = usage.plus(meter.usage(prices, sent));
        open--;
        notifyAll();
    }

    /** Returns how many there were. */
    synchronized int count() {
        return count;
    }

    /** Returns what they came to; where the program has just gone, with those that break off by that. */
    synchronized LlmUsage usage() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (long left = PATIENCE.toMillis(); open > 0 && left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return usage;
    }
}
