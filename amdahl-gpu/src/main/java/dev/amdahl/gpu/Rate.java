package dev.amdahl.gpu;

/**
 * Work done in a time.
 *
 * @param amount what was done: bytes, or floating-point operations
 * @param seconds how long it took, positive
 */
public record Rate(double amount, double seconds) {

    public Rate {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("a rate needs a time above 0, was " + seconds);
        }
    }

    /** Returns the amount in one second. */
    public double perSecond() {
        return amount / seconds;
    }
}
