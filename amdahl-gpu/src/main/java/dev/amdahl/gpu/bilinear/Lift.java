package dev.amdahl.gpu.bilinear;

/**
 * A scheme over the rationals.
 *
 * @param scheme what it computes is {@code denominator} times the product
 * @param denominator at least 1; 1 means whole coefficients
 */
public record Lift(Scheme scheme, int denominator) {
    /** Returns whether all equations hold, in whole numbers. */
    public boolean isExact() {
        return scheme.isExact(Ring.Z, denominator);
    }

    /** Returns whether all coefficients are -1, 0 or 1: executable without a multiplication by them. */
    public boolean isTernary() {
        return denominator == 1 && scheme.largestCoefficient() <= 1;
    }
}
