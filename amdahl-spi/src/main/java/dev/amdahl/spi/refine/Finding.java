package dev.amdahl.spi.refine;

import java.util.OptionalDouble;

/**
 * What a verifier says of a candidate. Immutable.
 *
 * @param isValid whether it is correct
 * @param score higher is better; empty if it could not be measured, which is never a number
 * @param feedback what to mend, for the next attempt
 */
public record Finding(boolean isValid, OptionalDouble score, String feedback) {}
