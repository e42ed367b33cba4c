package dev.amdahl.gpu.bilinear;

import java.util.ArrayList;
import java.util.List;

/**
 * A walk over the integers modulo 2: a factor is a set of bits. A flip of two terms with one equal factor is
 * {@code a b c + a b' c' = a (b + b') c + a b' (c' - c)} (M. Kauers and J. Moosbauer, Flip graphs for matrix multiplication, 2023). Not
 * thread-safe.
 */
final class BinaryWalk implements Walk {
    private static final int MODES = 3;
    /** Draws in vain after which it is a dead end, as a multiple of what can be drawn. */
    private static final int PATIENCE = 8;

    private final Format format;
    private final Draw draw;
    private SharedFactors shared = new SharedFactors(0);
    /** By place. */
    private long[] factors = new long[MODES * shared.stride()];

    private int rank;

    BinaryWalk(Scheme start, Draw draw) {
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
            if (factors[i] == factors[j]) {
                flip(i, j);
                flips++;
                misses = 0;
            } else {
                misses++;
            }
        }
        return flips;
    }

    private void flip(int i, int j) {
        int y = shared.turn(i);
        int yOther = shared.turn(j);
        int z = shared.turn(y);
        int zOther = shared.turn(yOther);
        long sum = factors[y] ^ factors[yOther];
        long difference = factors[zOther] ^ factors[z];
        factors[y] = sum;
        factors[zOther] = difference;
        if (sum == 0 || difference == 0) {
            removeZeros();
            return;
        }
        shared.leave(y);
        shared.enter(y, sum);
        shared.leave(zOther);
        shared.enter(zOther, difference);
    }

    private void removeZeros() {
        int stride = shared.stride();
        for (int i = rank - 1; i >= 0; i--) {
            if (factors[i] == 0 || factors[stride + i] == 0 || factors[2 * stride + i] == 0) {
                rank--;
                for (int mode = 0; mode < MODES; mode++) {
                    factors[mode * stride + i] = factors[mode * stride + rank];
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
                shared.enter(place, factors[place]);
            }
        }
    }

    /** {@code a b c + a' b' c' = (a - a') b c + a' b (c + c') + a' (b' - b) c'} (Arai, Ichikawa and Hukushima, 2024), modes drawn. */
    @Override
    public boolean plus() {
        if (rank < 2) {
            return false;
        }
        for (int attempt = 0; attempt < PATIENCE * rank; attempt++) {
            int i = draw.below(rank);
            int j = draw.below(rank);
            int stride = shared.stride();
            if (factors[i] != factors[j]
                    && factors[stride + i] != factors[stride + j]
                    && factors[2 * stride + i] != factors[2 * stride + j]) {
                split(draw.below(MODES), i, j);
                return true;
            }
        }
        return false;
    }

    private void split(int mode, int i, int j) {
        reserve(rank + 1);
        int x = mode * shared.stride();
        int y = shared.turn(x);
        int z = shared.turn(y);
        factors[x + rank] = factors[x + j];
        factors[y + rank] = factors[y + i];
        factors[z + rank] = factors[z + i] ^ factors[z + j];
        factors[x + i] ^= factors[x + j];
        factors[y + j] ^= factors[y + i];
        rank++;
        file();
    }

    private void reserve(int terms) {
        if (shared.stride() < terms) {
            SharedFactors larger = new SharedFactors(terms);
            long[] moved = new long[MODES * larger.stride()];
            for (int mode = 0; mode < MODES; mode++) {
                System.arraycopy(factors, mode * shared.stride(), moved, mode * larger.stride(), rank);
            }
            factors = moved;
            shared = larger;
        }
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
            terms.add(new Scheme.Term(
                    bits(factors[i], format.left()),
                    bits(factors[stride + i], format.right()),
                    bits(factors[2 * stride + i], format.product())));
        }
        return new Scheme(format, terms);
    }

    private static int[] bits(long mask, int length) {
        int[] coefficients = new int[length];
        for (int i = 0; i < length; i++) {
            coefficients[i] = (int) ((mask >>> i) & 1);
        }
        return coefficients;
    }

    @Override
    public void jump(Scheme to) {
        rank = 0;
        reserve(to.rank());
        int stride = shared.stride();
        for (Scheme.Term term : to.terms()) {
            factors[rank] = odd(term.left());
            factors[stride + rank] = odd(term.right());
            factors[2 * stride + rank] = odd(term.product());
            rank++;
        }
        removeZeros();
    }

    private static long odd(int[] coefficients) {
        long mask = 0;
        for (int i = 0; i < coefficients.length; i++) {
            mask |= (coefficients[i] & 1L) << i;
        }
        return mask;
    }
}
