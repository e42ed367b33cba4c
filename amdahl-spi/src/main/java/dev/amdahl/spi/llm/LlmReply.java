package dev.amdahl.spi.llm;

/**
 * A model's whole answer: untrusted text.
 *
 * @param text the answer; JSON that satisfies the schema if one was asked for
 * @param model the model that gave it
 * @param usage what it cost, turns of repair included
 */
public record LlmReply(String text, String model, LlmUsage usage) {}
