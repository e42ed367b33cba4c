package dev.amdahl.gpu.bilinear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A walk over the integers with coefficients -1, 0 and 1: a factor is a set of bits that count 1 and one of those that count -1. The
 * lowest entry of each factor counts 1, and each term has a sign, so that equal factors are equal sets. A flip or split that leaves the
 * three coefficients is not made. The formulas are those of {@link BinaryWalk}. Not thread-safe.
 */
final class TernaryWalk implements Walk {
    private static final int MODES = 3;
    private static final int PATIENCE = 16;
    private static final long MINUS_WEIGHT = 0xD1342543DE82EF95L;

    private final Format format;
    private final Draw draw;
    private SharedFactors shared = new SharedFactors(0);
    /** By place. */
    private long[] plus = new long[MODES * shared.stride()];

    private long[] minus = new long[MODES * shared.stride()];
    /** By term: -1 where it is subtracted, else 0. */
    private long[] signs = new long[shared.stride()];

    private int rank;

    TernaryWalk(Scheme start, Draw draw) {
        this.format = start.format();
        this.draw = draw;
        jump(start);
    }

    @Override
    public long flip(long most) {
        int before = rank;
        long flips = 0;
        int misses = 0;
        while (flips < most && rank == before && misses <= PATIENCE * shared.count()) {
            if (shared.count() == 0) {
                return flips;
            }
            long bits = draw.next();
            int i = shared.draw(bits);
            int j = shared.partner(i, bits);
            if (plus[i] == plus[j] && minus[i] == minus[j] && flip(i, j, -((bits >>> 1) & 1))) {
                flips++;
                misses = 0;
            } else {
                misses++;
            }
        }
        return flips;
    }

    /**
     * {@code s x y z + s' x y' z' = s x (y + t y') z + s' x y' (z' - s s' t z)}, with signs as masks: all ones for -1. Takes the other t
     * where the first leaves the coefficients, without a branch. Whether either was possible.
     */
    private boolean flip(int i, int j, long first) {
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
        shared.leave(y);
        shared.enter(y, key(y));
        shared.leave(zOther);
        shared.enter(zOther, key(zOther));
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

    private long key(int place) {
        return plus[place] + minus[place] * MINUS_WEIGHT;
    }

    private boolean isZero(int place) {
        return (plus[place] | minus[place]) == 0;
    }

    private void removeZeros() {
        int stride = shared.stride();
        for (int i = rank - 1; i >= 0; i--) {
            if (isZero(i) || isZero(stride + i) || isZero(2 * stride + i)) {
                rank--;
                signs[i] = signs[rank];
                for (int mode = 0; mode < MODES; mode++) {
                    plus[mode * stride + i] = plus[mode * stride + rank];
                    minus[mode * stride + i] = minus[mode * stride + rank];
                }
            }
        }
        file();
    }

    private void file() {
        shared.clear();
        for (int mode = 0; mode < MODES; mode++) {
            for (int i = 0; i < rank; i++) {
                int place = mode * shared.stride() + i;
                shared.enter(place, key(place));
            }
        }
    }

    @Override
    public boolean plus() {
        if (rank < 2) {
            return false;
        }
        int stride = shared.stride();
        for (int attempt = 0; attempt < PATIENCE * rank; attempt++) {
            int i = draw.below(rank);
            int j = draw.below(rank);
            boolean differ =
                    !isEqual(i, j) && !isEqual(stride + i, stride + j) && !isEqual(2 * stride + i, 2 * stride + j);
            if (differ && split(draw.below(MODES), i, j)) {
                return true;
            }
        }
        return false;
    }

    private boolean isEqual(int place, int other) {
        return plus[place] == plus[other] && minus[place] == minus[other];
    }

    /** {@code x y z + x' y' z' = (x - x') y z + x' y (z + z') + x' (y' - y) z'}, the signs of the terms taken into z. */
    private boolean split(int mode, int i, int j) {
        reserve(rank + 1);
        int x = mode * shared.stride();
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
        rank++;
        file();
        return true;
    }

    private void takeSign(int term, int place) {
        long swap = (plus[place] ^ minus[place]) & signs[term];
        plus[place] ^= swap;
        minus[place] ^= swap;
        signs[term] = 0;
    }

    private void reserve(int terms) {
        if (shared.stride() < terms) {
            SharedFactors larger = new SharedFactors(terms);
            plus = moved(plus, larger.stride());
            minus = moved(minus, larger.stride());
            signs = Arrays.copyOf(signs, larger.stride());
            shared = larger;
        }
    }

    private long[] moved(long[] from, int stride) {
        long[] to = new long[MODES * stride];
        for (int mode = 0; mode < MODES; mode++) {
            System.arraycopy(from, mode * shared.stride(), to, mode * stride, rank);
        }
        return to;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public Scheme scheme() {
        int stride = shared.stride();
        List<Scheme.Term> terms = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            int sign = signs[i] < 0 ? -1 : 1;
            terms.add(new Scheme.Term(
                    coefficients(i, format.left(), 1),
                    coefficients(stride + i, format.right(), 1),
                    coefficients(2 * stride + i, format.product(), sign)));
        }
        return new Scheme(format, terms);
    }

    private int[] coefficients(int place, int length, int sign) {
        int[] coefficients = new int[length];
        for (int k = 0; k < length; k++) {
            coefficients[k] = sign * (int) (((plus[place] >>> k) & 1) - ((minus[place] >>> k) & 1));
        }
        return coefficients;
    }

    @Override
    public void jump(Scheme to) {
        if (to.largestCoefficient() > 1) {
            throw new IllegalArgumentException("a coefficient of " + to.largestCoefficient() + " is not ternary");
        }
        rank = 0;
        reserve(to.rank());
        int stride = shared.stride();
        for (Scheme.Term term : to.terms()) {
            signs[rank] = 0;
            set(rank, mask(term.left(), 1), mask(term.left(), -1));
            set(stride + rank, mask(term.right(), 1), mask(term.right(), -1));
            set(2 * stride + rank, mask(term.product(), 1), mask(term.product(), -1));
            rank++;
        }
        removeZeros();
    }

    private static long mask(int[] coefficients, int value) {
        long mask = 0;
        for (int k = 0; k < coefficients.length; k++) {
            mask |= coefficients[k] == value ? 1L << k : 0;
        }
        return mask;
    }
}
