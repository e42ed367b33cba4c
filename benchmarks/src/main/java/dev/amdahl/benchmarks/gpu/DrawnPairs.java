package dev.amdahl.benchmarks.gpu;

import dev.amdahl.gpu.bilinear.Format;
import java.util.SplittableRandom;

/** Flips modulo 2 without any index of equal factors: two terms are drawn until they share one. The plain peer. Not thread-safe. */
final class DrawnPairs {
    private static final int MODES = 3;
    private static final int MAX_MISSES = 1_000_000;

    private final SplittableRandom random;
    private final long[][] factors;
    private int rank;

    /** From the definition of the product. */
    DrawnPairs(Format format, long seed) {
        random = new SplittableRandom(seed);
        factors = new long[MODES][format.standardRank()];
        for (int i = 0; i < format.n(); i++) {
            for (int k = 0; k < format.m(); k++) {
                for (int j = 0; j < format.p(); j++) {
                    factors[0][rank] = 1L << (i * format.m() + k);
                    factors[1][rank] = 1L << (k * format.p() + j);
                    factors[2][rank++] = 1L << (i * format.p() + j);
                }
            }
        }
    }

    /** Makes so many flips, or fewer where no pair is left; how many. */
    int flip(int count) {
        int made = 0;
        int misses = 0;
        while (made < count && misses < MAX_MISSES) {
            int i = random.nextInt(rank);
            int j = random.nextInt(rank);
            int mode = random.nextInt(MODES);
            misses++;
            if (i != j && factors[mode][i] == factors[mode][j]) {
                int y = (mode + 1) % MODES;
                int z = (mode + 2) % MODES;
                factors[y][i] ^= factors[y][j];
                factors[z][j] ^= factors[z][i];
                made++;
                misses = 0;
                drop(factors[y][i] == 0 ? i : factors[z][j] == 0 ? j : rank);
            }
        }
        return made;
    }

    private void drop(int term) {
        if (term < rank) {
            rank--;
            for (long[] mode : factors) {
                mode[term] = mode[rank];
            }
        }
    }
}
