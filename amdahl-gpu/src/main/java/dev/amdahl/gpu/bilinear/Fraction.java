package dev.amdahl.gpu.bilinear;

import java.math.BigInteger;

/**
 * A rational number in lowest terms.
 *
 * @param numerator with the sign
 * @param denominator above 0
 */
record Fraction(BigInteger numerator, BigInteger denominator) {
    static Fraction of(BigInteger numerator, BigInteger denominator) {
        BigInteger common = numerator.gcd(denominator).max(BigInteger.ONE);
        BigInteger sign = BigInteger.valueOf(denominator.signum());
        return new Fraction(
                numerator.divide(common).multiply(sign),
                denominator.divide(common).multiply(sign));
    }

    Fraction times(BigInteger factor) {
        return of(numerator.multiply(factor), denominator);
    }

    Fraction over(BigInteger divisor) {
        return of(numerator, denominator.multiply(divisor));
    }
}
