package dev.amdahl.core.stats.rank;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** The outcome of a {@link SignedRankTest}. Immutable and thread-safe. */
public final class SignedRankResult {

    private final int n;
    private final int nonzero;
    private final double plus;
    private final double minus;
    private final double p;
    private final @Nullable SignedRankTail tail;

    SignedRankResult(int n, int nonzero, double plus, double minus, double p, @Nullable SignedRankTail tail) {
        this.n = n;
        this.nonzero = nonzero;
        this.plus = plus;
        this.minus = minus;
        this.p = p;
        this.tail = tail;
    }

    /** Returns the number of values given. */
    public int n() {
        return n;
    }

    /** Returns the number of values that are not zero. */
    public int nonzero() {
        return nonzero;
    }

    /** W+, the sum of the midranks of the positive values. */
    public double plus() {
        return plus;
    }

    /** W-, the sum of the midranks of the negative values. */
    public double minus() {
        return minus;
    }

    /** Returns the p-value, never 0; exact ones have a relative error below 1e-12. */
    public double p() {
        return p;
    }

    /** Returns whether the p-value is exact. */
    public boolean isExact() {
        return tail != null;
    }

    /**
     * Returns the exact number of the 2^nonzero sign vectors at least as extreme; computed at each call, in time that grows with
     * nonzero^4.
     *
     * @throws IllegalStateException if the p-value is not exact
     */
    public BigInteger count() {
        if (tail == null) {
            throw new IllegalStateException("a normal approximation counts nothing; ask for an exact test");
        }
        return tail.count();
    }
}
