package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.TwinArguments;
import java.util.Arrays;

/** The kernels of {@code transform.cu}, each with its twin of the same indexing. */
final class TransformTwins {
    /** Bits whose stages are done as the table is made. */
    static final int LOW_BITS = 10;

    static final KernelSource SCATTER_LOW = source("scatterLow").withTwin(TransformTwins::scatterLow);
    static final KernelSource MIDDLE_BITS = source("middleBits").withTwin(TransformTwins::middleBits);
    static final KernelSource COUNT_HIGH = source("countHigh").withTwin(TransformTwins::countHigh);

    private TransformTwins() {}

    private static KernelSource source(String entry) {
        return KernelSource.ofResource(TransformTwins.class, "transform.cu", entry);
    }

    private static void butterflies(long[] entries, int columns) {
        for (int half = columns; half < entries.length; half *= 2) {
            for (int t = 0; t < entries.length / 2; t++) {
                int at = t / half * 2 * half + t % half;
                long a = entries[at];
                long b = entries[at + half];
                entries[at] = a + b;
                entries[at + half] = a - b;
            }
        }
    }

    private static void scatterLow(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        int[] levels = arguments.ints(0);
        int[] codes = arguments.ints(1);
        int[] starts = arguments.ints(2);
        int pairs = arguments.int32(3);
        int k = arguments.int32(4);
        int bits = Math.min(k, LOW_BITS);
        long[] entries = new long[1 << bits];
        for (int i = starts[blockX]; i < starts[blockX + 1]; i++) {
            entries[codes[i] & (entries.length - 1)] += levels[blockY * pairs + i];
        }
        butterflies(entries, 1);
        System.arraycopy(entries, 0, arguments.longs(5), (blockY << k) + (blockX << bits), entries.length);
    }

    /** Returns the entries after the stages of the bits [low, low + bits). */
    private static long[] stages(int blockX, int blockY, TwinArguments arguments, boolean isWritten) {
        long[] table = arguments.longs(0);
        int k = arguments.int32(1);
        int low = arguments.int32(2);
        int bits = arguments.int32(3);
        int columns = arguments.int32(4);
        int groups = (1 << low) / columns;
        int base = (blockY << k) + ((blockX / groups) << (low + bits)) + blockX % groups * columns;
        long[] entries = new long[columns << bits];
        for (int x = 0; x < entries.length; x++) {
            entries[x] = table[base + ((x / columns) << low) + x % columns];
        }
        butterflies(entries, columns);
        for (int x = 0; isWritten && x < entries.length; x++) {
            table[base + ((x / columns) << low) + x % columns] = entries[x];
        }
        return entries;
    }

    private static void middleBits(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        stages(blockX, blockY, arguments, true);
    }

    private static void countHigh(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        long bound = arguments.longs(5)[blockY];
        long found = Arrays.stream(stages(blockX, blockY, arguments, false))
                .filter(sum -> Math.abs(sum) >= bound)
                .count();
        AtomicCounts.add(arguments.longs(6), blockY, found);
    }
}
