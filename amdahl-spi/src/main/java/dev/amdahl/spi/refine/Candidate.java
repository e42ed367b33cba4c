package dev.amdahl.spi.refine;

/**
 * One attempt of a generate, verify and refine loop.
 *
 * @param id unique within the search
 * @param parent the attempt it was made from; empty text for the first
 * @param source the attempt itself: untrusted text
 * @param idea why it should be better, in its author's words: untrusted text
 */
public record Candidate(String id, String parent, String source, String idea) {}
