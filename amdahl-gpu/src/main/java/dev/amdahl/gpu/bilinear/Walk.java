package dev.amdahl.gpu.bilinear;

import java.util.ArrayList;
import java.util.List;

/** A random walk through schemes of one format: what every ring does alike. Not thread-safe. */
abstract class Walk {
    static final int MODES = 3;

    SharedFactors shared = new SharedFactors(0);
    int rank;

    private final Format format;
    private final Draw draw;
    /** Draws in vain after which it is a dead end, as a multiple of what can be drawn. */
    private final int patience;

    Walk(Format format, Draw draw, int patience) {
        this.format = format;
        this.draw = draw;
        this.patience = patience;
    }

    /**
     * Up to so many flips; ends early where the rank has fallen, and where no flip is possible.
     *
     * @return flips made
     */
    final long flip(long most) {
        int before = rank;
        long flips = 0;
        int misses = 0;
        while (flips < most && rank == before && misses <= patience * shared.count()) {
            if (shared.count() == 0) {
                return flips;
            }
            long bits = draw.next();
            int i = shared.draw(bits);
            int j = shared.partner(i, bits);
            if (isEqual(i, j) && flip(i, j, bits)) {
                flips++;
                misses = 0;
            } else {
                misses++;
            }
        }
        return flips;
    }

    /** Splits one pair of terms into three: the way out of a dead end. Whether it was possible. */
    final boolean plus() {
        if (rank < 2) {
            return false;
        }
        for (int attempt = 0; attempt < patience * rank; attempt++) {
            int stride = shared.stride();
            int i = draw.below(rank);
            int j = draw.below(rank);
            boolean differ =
                    !isEqual(i, j) && !isEqual(stride + i, stride + j) && !isEqual(2 * stride + i, 2 * stride + j);
            if (differ) {
                reserve(rank + 1);
                if (split(draw.below(MODES) * shared.stride(), i, j)) {
                    rank++;
                    file();
                    return true;
                }
            }
        }
        return false;
    }

    /** Terms now. */
    final int rank() {
        return rank;
    }

    /** Returns the scheme that it stands at. */
    final Scheme scheme() {
        int stride = shared.stride();
        List<Scheme.Term> terms = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            terms.add(new Scheme.Term(
                    factor(i, format.left()),
                    factor(stride + i, format.right()),
                    factor(2 * stride + i, format.product())));
        }
        return new Scheme(format, terms);
    }

    /** Goes to another scheme of the format. */
    void jump(Scheme to) {
        rank = 0;
        reserve(to.rank());
        int stride = shared.stride();
        for (Scheme.Term term : to.terms()) {
            take(rank, term.left());
            take(stride + rank, term.right());
            take(2 * stride + rank, term.product());
            rank++;
        }
        removeZeros();
    }

    final void removeZeros() {
        int stride = shared.stride();
        for (int i = rank - 1; i >= 0; i--) {
            if (isZero(i) || isZero(stride + i) || isZero(2 * stride + i)) {
                rank--;
                for (int mode = 0; mode < MODES; mode++) {
                    move(mode * stride + rank, mode * stride + i);
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

    /** Files a place once more, its factor having changed. */
    final void refile(int place) {
        shared.leave(place);
        shared.enter(place, key(place));
    }

    private void reserve(int terms) {
        if (shared.stride() < terms) {
            SharedFactors larger = new SharedFactors(terms);
            widen(larger.stride());
            shared = larger;
        }
    }

    /** Returns what stands by place as it stands with more places. */
    final long[] widened(long[] from, int stride) {
        long[] to = new long[MODES * stride];
        for (int mode = 0; mode < MODES; mode++) {
            System.arraycopy(from, mode * shared.stride(), to, mode * stride, rank);
        }
        return to;
    }

    /** Flips two places of equal factors. Whether it was possible. */
    abstract boolean flip(int i, int j, long bits);

    /** Makes a further term out of two, x being the first place of a mode; there is room. Whether it was possible. */
    abstract boolean split(int x, int i, int j);

    /** Makes room for so many terms. */
    abstract void widen(int stride);

    abstract boolean isEqual(int place, int other);

    abstract boolean isZero(int place);

    /** Returns the same for equal factors. */
    abstract long key(int place);

    abstract void move(int from, int to);

    /** Stores a factor. */
    abstract void take(int place, int[] coefficients);

    /** Returns so many coefficients of a factor. */
    abstract int[] factor(int place, int length);
}
