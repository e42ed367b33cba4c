package dev.amdahl.gpu;

/**
 * How a buffer compares with a pattern.
 *
 * @param words how many words were compared
 * @param mismatches how many differed
 * @param first the first place that differed, in words; -1 if none did
 */
public record PatternCheck(long words, long mismatches, long first) {}
