package dev.amdahl.gpu.resampling;

import dev.amdahl.spi.experiment.Philox;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The codes of the pairs, ordered by their high bits so that a block finds its own together. Its arrays are shared, not copied. */
final class SignCodes {
    private final int[] order;
    private final int[] codes;
    private final int[] starts;

    private SignCodes(int[] order, int[] codes, int[] starts) {
        this.order = order;
        this.codes = codes;
        this.starts = starts;
    }

    /** Codes whose low k bits are those of Philox4x32-10 at counter (pair, 0, 0, 0). */
    static SignCodes of(int pairs, int k, int lowBits, long seed) {
        return ordered(Philox.codes(pairs, k, seed), k, lowBits);
    }

    /** Codes that make the sign vectors all that there are. */
    static SignCodes units(int pairs, int lowBits) {
        return ordered(IntStream.range(0, pairs).map(pair -> 1 << pair).toArray(), pairs, lowBits);
    }

    private static SignCodes ordered(int[] drawn, int k, int lowBits) {
        int[] order = IntStream.range(0, drawn.length)
                .boxed()
                .sorted(Comparator.comparingInt(pair -> drawn[pair] >> lowBits))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] codes = IntStream.of(order).map(pair -> drawn[pair]).toArray();
        int[] starts = new int[(1 << (k - lowBits)) + 1];
        for (int code : codes) {
            starts[(code >> lowBits) + 1]++;
        }
        for (int i = 1; i < starts.length; i++) {
            starts[i] += starts[i - 1];
        }
        return new SignCodes(order, codes, starts);
    }

    /** Returns the code at each place. */
    int[] codes() {
        return codes;
    }

    /** Returns where each value of the high bits begins, and the number of pairs at the end. */
    int[] starts() {
        return starts;
    }

    /** Returns the levels in the order of the pairs. */
    int[][] ordered(int[][] levels) {
        if (starts.length == 2) {
            return levels;
        }
        int[][] ordered = new int[levels.length][];
        for (int metric = 0; metric < levels.length; metric++) {
            int[] row = levels[metric];
            ordered[metric] = IntStream.of(order).map(pair -> row[pair]).toArray();
        }
        return ordered;
    }
}
