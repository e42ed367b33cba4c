package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.TwinArguments;
import dev.amdahl.spi.experiment.Philox;
import java.util.Arrays;

/** The kernels of {@code products.cu}, each with its twin of the same indexing. */
final class ProductTwins {
    static final KernelSource DRAW_COUNTS = source("drawCounts").withTwin(ProductTwins::drawCounts);
    static final KernelSource DRAW_SIGNS = source("drawSigns").withTwin(ProductTwins::drawSigns);
    static final KernelSource JOIN_LIMBS = source("joinLimbs").withTwin(ProductTwins::joinLimbs);
    static final KernelSource COUNT_MAXIMA = source("countMaxima").withTwin(ProductTwins::countMaxima);

    /** What the high limb counts. */
    static final int LIMB = 1024;

    private ProductTwins() {}

    private static KernelSource source(String entry) {
        return KernelSource.ofResource(ProductTwins.class, "products.cu", entry).after(KernelSource.philox());
    }

    private static void draw(TwinArguments arguments, int row, int block, int stream, int[] words) {
        words[0] = (int) (arguments.int64(2) + row);
        words[1] = block;
        words[2] = stream;
        words[3] = 0;
        Philox.draw(arguments.int64(4), words);
    }

    private static void drawCounts(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        float[] weights = arguments.floats(0);
        int pairs = arguments.int32(1);
        int row = blockX * pairs;
        int[] words = new int[4];
        Arrays.fill(weights, row, row + pairs, 0);
        for (int i = 0; i < pairs; i++) {
            if (i % 4 == 0) {
                draw(arguments, blockX, i / 4, 1, words);
            }
            weights[row + (int) ((Integer.toUnsignedLong(words[i % 4]) * pairs) >>> 32)]++;
        }
    }

    private static void drawSigns(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        float[] weights = arguments.floats(0);
        int pairs = arguments.int32(1);
        int[] words = new int[4];
        for (int i = 0; i < pairs; i++) {
            if (i % 128 == 0) {
                draw(arguments, blockX, i / 128, 0, words);
            }
            weights[blockX * pairs + i] = ((words[i / 32 % 4] >>> (i % 32)) & 1) == 1 ? -1 : 1;
        }
    }

    private static long joined(float[] product, int row, int metrics, int metric) {
        return LIMB * (long) product[row * 2 * metrics + metric] + (long) product[row * 2 * metrics + metrics + metric];
    }

    private static void joinLimbs(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        int metrics = arguments.int32(1);
        int step = grid.blocksX() * grid.threadsX();
        for (int thread = 0; thread < grid.threadsX(); thread++) {
            for (int x = blockX * grid.threadsX() + thread; x < arguments.int64(2); x += step) {
                arguments.longs(3)[x] = joined(arguments.floats(0), x / metrics, metrics, x % metrics);
            }
        }
    }

    private static void countMaxima(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        int metrics = arguments.int32(1);
        double[] factors = arguments.doubles(3);
        int last = Math.min(arguments.int32(2), (blockX + 1) * grid.threadsX());
        for (int row = blockX * grid.threadsX(); row < last; row++) {
            double largest = 0;
            for (int q = 0; q < metrics; q++) {
                largest = Math.max(largest, Math.abs(joined(arguments.floats(0), row, metrics, q)) * factors[q]);
            }
            for (int q = 0; q < metrics; q++) {
                if (largest >= arguments.doubles(4)[q]) {
                    AtomicCounts.add(arguments.longs(5), q, 1);
                }
            }
        }
    }
}
