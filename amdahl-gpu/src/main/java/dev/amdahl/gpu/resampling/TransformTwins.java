package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.TwinArguments;

/** The kernel of {@code transform.cu} for sums of 32 and of 64 bits, and its twin of the same indexing. */
final class TransformTwins {
    /** The low bits of a code, which say its row. */
    static final int ROW_BITS = 10;

    static final int WARPS = 4;

    static final KernelSource NARROW = source("unsigned int");
    static final KernelSource WIDE = source("unsigned long long");

    private static final int ROWS = 1 << ROW_BITS;
    private static final int SIDE = 32;
    private static final int PLACE_BITS = ROW_BITS + 1;

    private TransformTwins() {}

    private static KernelSource source(String sum) {
        return KernelSource.ofResource(TransformTwins.class, "transform.cu", "countFlips")
                .after("typedef " + sum + " sum_t;\n")
                .withTwin(TransformTwins::countFlips);
    }

    /** Returns a code as the kernel takes it: rows lie in lines of {@value #SIDE} with one place between. */
    static int placed(int code) {
        int row = code & ROWS - 1;
        return code >> ROW_BITS << PLACE_BITS | row + row / SIDE;
    }

    private static void countFlips(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        int[] levels = arguments.ints(0);
        int[] codes = arguments.ints(1);
        int pairs = arguments.int32(2);
        int columns = arguments.int32(3);
        long bound = arguments.longs(4)[blockY];
        long found = 0;
        for (int warp = 0; warp < WARPS; warp++) {
            for (int column = blockX * WARPS + warp; column < columns; column += grid.blocksX() * WARPS) {
                long[] sums = new long[ROWS];
                for (int i = 0; i < pairs; i++) {
                    int place = codes[i] & (1 << PLACE_BITS) - 1;
                    boolean isTurned = Integer.bitCount(codes[i] & column << PLACE_BITS) % 2 == 1;
                    int level = levels[blockY * pairs + i];
                    sums[place - place / (SIDE + 1)] += isTurned ? -level : level;
                }
                butterflies(sums);
                for (long sum : sums) {
                    found += Math.abs(sum) >= bound ? 1 : 0;
                }
            }
        }
        AtomicCounts.add(arguments.longs(5), blockY, found);
    }

    private static void butterflies(long[] sums) {
        for (int half = 1; half < sums.length; half *= 2) {
            for (int first = 0; first < sums.length; first += 2 * half) {
                for (int i = first; i < first + half; i++) {
                    long a = sums[i];
                    long b = sums[i + half];
                    sums[i] = a + b;
                    sums[i + half] = a - b;
                }
            }
        }
    }
}
