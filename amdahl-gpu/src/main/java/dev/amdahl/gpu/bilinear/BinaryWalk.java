package dev.amdahl.gpu.bilinear;

/**
 * A walk over the integers modulo 2: a factor is a set of bits. A flip of two terms with one equal factor is
 * {@code a b c + a b' c' = a (b + b') c + a b' (c' - c)} (M. Kauers and J. Moosbauer, Flip graphs for matrix multiplication, 2023). Not
 * thread-safe.
 */
final class BinaryWalk extends Walk {
    private static final int PATIENCE = 8;

    /** By place. */
    private long[] factors = new long[MODES * shared.stride()];

    BinaryWalk(Scheme start, Draw draw) {
        super(start.format(), draw, PATIENCE);
        jump(start);
    }

    @Override
    boolean flip(int i, int j, long bits) {
        int y = shared.turn(i);
        int yOther = shared.turn(j);
        int z = shared.turn(y);
        int zOther = shared.turn(yOther);
        factors[y] ^= factors[yOther];
        factors[zOther] ^= factors[z];
        if (isZero(y) || isZero(zOther)) {
            removeZeros();
        } else {
            refile(y);
            refile(zOther);
        }
        return true;
    }

    /** {@code a b c + a' b' c' = (a - a') b c + a' b (c + c') + a' (b' - b) c'} (Arai, Ichikawa and Hukushima, 2024), modes drawn. */
    @Override
    boolean split(int x, int i, int j) {
        int y = shared.turn(x);
        int z = shared.turn(y);
        factors[x + rank] = factors[x + j];
        factors[y + rank] = factors[y + i];
        factors[z + rank] = factors[z + i] ^ factors[z + j];
        factors[x + i] ^= factors[x + j];
        factors[y + j] ^= factors[y + i];
        return true;
    }

    @Override
    void widen(int stride) {
        factors = widened(factors, stride);
    }

    @Override
    boolean isEqual(int place, int other) {
        return factors[place] == factors[other];
    }

    @Override
    boolean isZero(int place) {
        return factors[place] == 0;
    }

    @Override
    long key(int place) {
        return factors[place];
    }

    @Override
    void move(int from, int to) {
        factors[to] = factors[from];
    }

    @Override
    void take(int place, int[] coefficients) {
        long mask = 0;
        for (int i = 0; i < coefficients.length; i++) {
            mask |= (coefficients[i] & 1L) << i;
        }
        factors[place] = mask;
    }

    @Override
    int[] factor(int place, int length) {
        int[] coefficients = new int[length];
        for (int i = 0; i < length; i++) {
            coefficients[i] = (int) ((factors[place] >>> i) & 1);
        }
        return coefficients;
    }
}
