package dev.amdahl.core.stats.online;

import dev.amdahl.spi.experiment.Philox;

/** Randomised sign-flip tests of the blocks of one history; each block has its own draw. Immutable. */
final class SignFlipBlock {

    private static final double RANGE = 0x1p32;

    private final long seed;
    private final int history;

    SignFlipBlock(long seed, int history) {
        this.seed = seed;
        this.history = history;
    }

    /** Returns a two-sided p of d from one index up to another that is uniform under symmetry; a sum within 1e-12 Σ|d| is a tie. */
    double p(double[] d, int from, int to) {
        int n = to - from;
        double observed = 0;
        double size = 0;
        for (int i = from; i < to; i++) {
            observed += d[i];
            size += Math.abs(d[i]);
        }
        double tolerance = 1e-12 * size;
        int greater = 0;
        int equal = 0;
        for (int flips = 0; flips < 1 << n; flips++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += (flips >> i & 1) == 0 ? d[from + i] : -d[from + i];
            }
            double excess = Math.abs(sum) - Math.abs(observed);
            greater += excess > tolerance ? 1 : 0;
            equal += Math.abs(excess) <= tolerance ? 1 : 0;
        }
        int word = Philox.words(seed, from, history, 0, 0)[0];
        double drawn = ((word & 0xFFFFFFFFL) + .5) / RANGE;
        return (greater + drawn * equal) / (1 << n);
    }
}
