package dev.amdahl.gpu.bilinear;

import java.util.Arrays;

/**
 * A walk over the integers with coefficients -1, 0 and 1: a factor is a set of bits that count 1 and one of those that count -1. The
 * lowest entry of each factor counts 1, and each term has a sign, so that equal factors are equal sets. A flip or split that leaves the
 * three coefficients is not made. The formulas are those of {@link BinaryWalk}. Not thread-safe.
 */
final class TernaryWalk extends Walk {
    private static final int PATIENCE = 16;
    private static final long MINUS_WEIGHT = 0xD1342543DE82EF95L;

    /** By place. */
    private long[] plus = new long[MODES * shared.stride()];

    private long[] minus = new long[MODES * shared.stride()];
    /** By term: -1 where it is subtracted, else 0. */
    private long[] signs = new long[shared.stride()];

    TernaryWalk(Scheme start, Draw draw) {
        super(start.format(), draw, PATIENCE);
        jump(start);
    }

    /**
     * {@code s x y z + s' x y' z' = s x (y + t y') z + s' x y' (z' - s s' t z)}, with signs as masks: all ones for -1. Takes the other t
     * where the first leaves the coefficients, without a branch. Whether either was possible.
     */
    @Override
    boolean flip(int i, int j, long bits) {
        long first = -((bits >>> 1) & 1);
        int y = shared.turn(i);
        int yOther = shared.turn(j);
        int z = shared.turn(y);
        int zOther = shared.turn(yOther);
        long same = ~(signs[shared.term(i)] ^ signs[shared.term(j)]);
        long blocks = meet(y, yOther, first) | meet(zOther, z, first ^ same);
        long isBlocked = (blocks | -blocks) >> (Long.SIZE - 1);
        if (((meet(y, yOther, ~first) | meet(zOther, z, ~(first ^ same))) & isBlocked) != 0) {
            return false;
        }
        long t = first ^ isBlocked;
        add(y, yOther, t);
        add(zOther, z, t ^ same);
        if (isZero(y) || isZero(zOther)) {
            removeZeros();
            return true;
        }
        refile(y);
        refile(zOther);
        return true;
    }

    /** Entries that would become 2 or -2 if the other factor were added, or with all ones subtracted. */
    private long meet(int place, int other, long negative) {
        long swap = (plus[other] ^ minus[other]) & negative;
        return (plus[place] & (plus[other] ^ swap)) | (minus[place] & (minus[other] ^ swap));
    }

    private void add(int place, int other, long negative) {
        long swap = (plus[other] ^ minus[other]) & negative;
        set(place, plus[place] | (plus[other] ^ swap), minus[place] | (minus[other] ^ swap));
    }

    /** Stores what is left where 1 and -1 meet, with its lowest entry 1. */
    private void set(int place, long p, long m) {
        long lowest = Long.lowestOneBit(p ^ m);
        long hit = lowest & m & ~p;
        long negative = (hit | -hit) >> (Long.SIZE - 1);
        long swap = (p ^ m) & negative;
        plus[place] = (p & ~m) ^ swap;
        minus[place] = (m & ~p) ^ swap;
        signs[shared.term(place)] ^= negative;
    }

    @Override
    long key(int place) {
        return plus[place] + minus[place] * MINUS_WEIGHT;
    }

    @Override
    boolean isZero(int place) {
        return (plus[place] | minus[place]) == 0;
    }

    @Override
    void move(int from, int to) {
        plus[to] = plus[from];
        minus[to] = minus[from];
        signs[shared.term(to)] = signs[shared.term(from)];
    }

    @Override
    boolean isEqual(int place, int other) {
        return plus[place] == plus[other] && minus[place] == minus[other];
    }

    /** {@code x y z + x' y' z' = (x - x') y z + x' y (z + z') + x' (y' - y) z'}, the signs of the terms taken into z. */
    @Override
    boolean split(int x, int i, int j) {
        int y = shared.turn(x);
        int z = shared.turn(y);
        takeSign(i, z + i);
        takeSign(j, z + j);
        boolean leaves = ((plus[x + i] & minus[x + j])
                        | (minus[x + i] & plus[x + j])
                        | (plus[z + i] & plus[z + j])
                        | (minus[z + i] & minus[z + j])
                        | (plus[y + j] & minus[y + i])
                        | (minus[y + j] & plus[y + i]))
                != 0;
        if (leaves) {
            set(z + i, plus[z + i], minus[z + i]);
            set(z + j, plus[z + j], minus[z + j]);
            return false;
        }
        signs[rank] = 0;
        set(x + rank, plus[x + j], minus[x + j]);
        set(y + rank, plus[y + i], minus[y + i]);
        set(z + rank, plus[z + i] | plus[z + j], minus[z + i] | minus[z + j]);
        set(x + i, plus[x + i] | minus[x + j], minus[x + i] | plus[x + j]);
        set(y + j, plus[y + j] | minus[y + i], minus[y + j] | plus[y + i]);
        set(z + i, plus[z + i], minus[z + i]);
        set(z + j, plus[z + j], minus[z + j]);
        return true;
    }

    private void takeSign(int term, int place) {
        long swap = (plus[place] ^ minus[place]) & signs[term];
        plus[place] ^= swap;
        minus[place] ^= swap;
        signs[term] = 0;
    }

    @Override
    void widen(int stride) {
        plus = widened(plus, stride);
        minus = widened(minus, stride);
        signs = Arrays.copyOf(signs, stride);
    }

    /** The sign of a term is that of its product. */
    @Override
    int[] factor(int place, int length) {
        int sign = place >= 2 * shared.stride() && signs[shared.term(place)] < 0 ? -1 : 1;
        int[] coefficients = new int[length];
        for (int k = 0; k < length; k++) {
            coefficients[k] = sign * (int) (((plus[place] >>> k) & 1) - ((minus[place] >>> k) & 1));
        }
        return coefficients;
    }

    @Override
    void jump(Scheme to) {
        if (to.largestCoefficient() > 1) {
            throw new IllegalArgumentException("a coefficient of " + to.largestCoefficient() + " is not ternary");
        }
        Arrays.fill(signs, 0);
        super.jump(to);
    }

    @Override
    void take(int place, int[] coefficients) {
        set(place, mask(coefficients, 1), mask(coefficients, -1));
    }

    private static long mask(int[] coefficients, int value) {
        long mask = 0;
        for (int k = 0; k < coefficients.length; k++) {
            mask |= coefficients[k] == value ? 1L << k : 0;
        }
        return mask;
    }
}
