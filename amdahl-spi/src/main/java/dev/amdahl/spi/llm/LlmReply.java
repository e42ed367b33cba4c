package dev.amdahl.spi.llm;

/**
 * A model's answer: untrusted text. Immutable.
 *
 * @param text the answer; JSON if a schema was asked for
 * @param model the model that gave it
 * @param inputTokens tokens read
 * @param outputTokens tokens written
 * @param price what it cost, in the currency of the price list
 */
public record LlmReply(String text, String model, long inputTokens, long outputTokens, double price) {}
