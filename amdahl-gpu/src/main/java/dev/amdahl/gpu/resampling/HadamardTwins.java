package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.TwinArguments;
import java.util.Arrays;

/** The kernels of {@code hadamard.cu}, each with its twin of the same indexing. */
final class HadamardTwins {
    static final KernelSource FACTOR = source("hadamardFactor").withTwin(HadamardTwins::factor);
    static final KernelSource SCATTER = source("scatterRows").withTwin(HadamardTwins::scatter);
    static final KernelSource COUNT = source("countRows").withTwin(HadamardTwins::count);

    private HadamardTwins() {}

    private static KernelSource source(String entry) {
        return KernelSource.ofResource(HadamardTwins.class, "hadamard.cu", entry);
    }

    private static void factor(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        double[] factor = arguments.doubles(0);
        int side = arguments.int32(1);
        int last = Math.min(side * side, (blockX + 1) * grid.threadsX());
        for (int x = blockX * grid.threadsX(); x < last; x++) {
            factor[x] = Integer.bitCount((x / side) & (x % side)) % 2 == 0 ? 1 : -1;
        }
    }

    private static void scatter(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        int[] codes = arguments.ints(1);
        int[] starts = arguments.ints(2);
        int size = 1 << arguments.int32(5);
        double[] table = arguments.doubles(6);
        int row = (blockY << arguments.int32(4)) + blockX * size;
        Arrays.fill(table, row, row + size, 0);
        for (int i = starts[blockX]; i < starts[blockX + 1]; i++) {
            table[row + (codes[i] & (size - 1))] += arguments.ints(0)[blockY * arguments.int32(3) + i];
        }
    }

    private static void count(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        double[] table = arguments.doubles(0);
        int size = 1 << arguments.int32(1);
        double bound = arguments.longs(2)[blockY];
        int step = grid.blocksX() * grid.threadsX();
        long found = 0;
        for (int from = blockX * grid.threadsX(); from < size; from += step) {
            for (int x = from; x < Math.min(size, from + grid.threadsX()); x++) {
                found += Math.abs(table[blockY * size + x]) >= bound ? 1 : 0;
            }
        }
        AtomicCounts.add(arguments.longs(3), blockY, found);
    }
}
