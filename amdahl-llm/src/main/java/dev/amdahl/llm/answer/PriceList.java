package dev.amdahl.llm.answer;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmUsage;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;

/**
 * Prices of a model for a million tokens, all in one currency.
 *
 * @param input tokens read
 * @param cached tokens read from a cache of the service
 * @param written tokens written into such a cache
 * @param output tokens written
 */
public record PriceList(double input, double cached, double written, double output) {
    /** Costs nothing: a server of one's own. */
    public static final PriceList FREE = new PriceList(0, 0, 0, 0);

    private static final double MILLION = 1e6;
    private static final int BYTES_PER_TOKEN = 3;
    /** More than any call uses: what a service says beyond it, sums must bear. */
    private static final long CAP = 1L << 40;

    public PriceList {
        if (!isPrice(input) || !isPrice(cached) || !isPrice(written) || !isPrice(output)) {
            throw new IllegalArgumentException(
                    "no prices: " + input + ", " + cached + ", " + written + ", " + output + " for a million tokens");
        }
    }

    private static boolean isPrice(double price) {
        return price >= 0 && Double.isFinite(price);
    }

    /**
     * From the settings {@code price_input}, {@code price_cached}, {@code price_cache_write} and {@code price_output}; where the two in the
     * middle are not given, tokens of a cache cost what others cost.
     *
     * @param isFree whether giving none means that the model costs nothing
     * @throws InvalidInputException if a price is missing or is no price
     */
    public static PriceList of(PluginContext context, boolean isFree) {
        OptionalDouble input = Settings.number(context, "price_input", 0, MILLION);
        OptionalDouble output = Settings.number(context, "price_output", 0, MILLION);
        if (input.isEmpty() && output.isEmpty() && isFree) {
            return FREE;
        }
        double read = input.orElseThrow(() -> missing("price_input"));
        return new PriceList(
                read,
                Settings.number(context, "price_cached", 0, MILLION).orElse(read),
                Settings.number(context, "price_cache_write", 0, MILLION).orElse(read),
                output.orElseThrow(() -> missing("price_output")));
    }

    private static InvalidInputException missing(String setting) {
        return new InvalidInputException(
                "setting `" + setting + "`",
                "not given",
                "give the price of a million tokens, 0 if they cost nothing: a budget cannot be kept without it");
    }

    /** Returns what a call used; counts below 0 count as 0, and absurd ones as a million million. */
    public LlmUsage usage(long fresh, long fromCache, long intoCache, long out) {
        long plain = counted(fresh);
        long read = counted(fromCache);
        long kept = counted(intoCache);
        long said = counted(out);
        return new LlmUsage(
                plain + read + kept,
                read,
                said,
                (plain * input + read * cached + kept * written + said * output) / MILLION);
    }

    private static long counted(long tokens) {
        return Math.min(Math.max(0, tokens), CAP);
    }

    /** Returns what a call used at most, for a service that does not say: a token for every three bytes. */
    public LlmUsage usage(String sent, String received) {
        return usage(tokens(sent), 0, 0, tokens(received));
    }

    private static long tokens(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length / BYTES_PER_TOKEN + 1L;
    }
}
