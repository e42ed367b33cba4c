package dev.amdahl.spi.llm;

/**
 * The usage of a call.
 *
 * @param inputTokens tokens read, those of a cache included
 * @param cachedTokens tokens of them that a cache of the service supplied
 * @param outputTokens tokens written, those of reasoning included
 * @param price what it cost, in the currency of the price list
 */
public record LlmUsage(long inputTokens, long cachedTokens, long outputTokens, double price) {
    /** Nothing used. */
    public static final LlmUsage NONE = new LlmUsage(0, 0, 0, 0);

    public LlmUsage {
        if (inputTokens < 0 || cachedTokens < 0 || outputTokens < 0 || !(price >= 0) || Double.isInfinite(price)) {
            throw new IllegalArgumentException("a call cannot use " + inputTokens + ", " + cachedTokens + " and "
                    + outputTokens + " tokens for " + price);
        }
    }

    /** Returns both together. */
    public LlmUsage plus(LlmUsage other) {
        return new LlmUsage(
                inputTokens + other.inputTokens,
                cachedTokens + other.cachedTokens,
                outputTokens + other.outputTokens,
                price + other.price);
    }
}
