package dev.amdahl.spi.refine;

/**
 * A candidate with what was found.
 *
 * @param candidate what was tried
 * @param finding what came of it
 */
public record Attempt(Candidate candidate, Finding finding) {}
