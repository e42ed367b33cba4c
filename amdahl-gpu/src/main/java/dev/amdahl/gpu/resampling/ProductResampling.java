package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceMatrix;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import java.util.List;

/**
 * Resampled sums as matrix products of weights and levels, the levels in two limbs of ten bits, so that binary32 sums are exact in any
 * order: the weights of a resample sum to the number of pairs in magnitude, at most 2^14, and a limb is at most 2^10. For the thread of
 * its backend.
 */
public final class ProductResampling implements DeviceResource {
    /** The most pairs whose sums are exact. */
    public static final int MAX_PAIRS = 1 << 14;

    private static final int THREADS = 256;
    private static final int MAX_BLOCKS = 1 << 14;
    private static final int MAX_DOWNLOADED = 1 << 20;
    private static final long MAX_WEIGHTS = 1L << 28;
    private static final double SHARE_OF_MEMORY = .25;

    private final ComputeBackend backend;
    private final Kernel drawCounts;
    private final Kernel drawSigns;
    private final Kernel joinLimbs;
    private final Kernel countMaxima;

    /** Compiles the kernels. */
    public ProductResampling(ComputeBackend backend) {
        this.backend = backend;
        this.drawCounts = backend.compile(ProductTwins.DRAW_COUNTS);
        this.drawSigns = backend.compile(ProductTwins.DRAW_SIGNS);
        this.joinLimbs = backend.compile(ProductTwins.JOIN_LIMBS);
        this.countMaxima = backend.compile(ProductTwins.COUNT_MAXIMA);
    }

    private interface Use {
        void of(DeviceBuffer<float[]> product, int from, int to);
    }

    /**
     * Returns the sums of bootstrap samples: as many pairs as there are, drawn with replacement, the same for all metrics.
     *
     * @param levels by metric and pair, each within plus or minus 2^20; at most {@value #MAX_PAIRS} pairs
     * @return sums by resample and metric
     * @throws IllegalArgumentException if metrics differ in their number of pairs, or a number is out of range
     */
    public long[][] bootstrapSums(int[][] levels, int resamples, long seed) {
        check(levels, resamples);
        int metrics = levels.length;
        long[][] sums = new long[resamples][metrics];
        products(drawCounts, levels, resamples, seed, (product, from, to) -> {
            long entries = (to - from) * (long) metrics;
            try (DeviceBuffer<long[]> joined = backend.allocate(ElementType.INT64, entries)) {
                int blocks = (int) Math.min(MAX_BLOCKS, (entries + THREADS - 1) / THREADS);
                joinLimbs.launch(
                        Grid.of(blocks, THREADS),
                        KernelArgument.of(product),
                        KernelArgument.of(metrics),
                        KernelArgument.of(entries),
                        KernelArgument.of(joined));
                download(joined, sums, from, to);
            }
        });
        return sums;
    }

    /** In pieces of some megabytes: a copy of each row would cost more than the rows. */
    private static void download(DeviceBuffer<long[]> joined, long[][] sums, int from, int to) {
        int metrics = sums[from].length;
        int rows = Math.max(1, MAX_DOWNLOADED / metrics);
        long[] piece = new long[Math.min(rows, to - from) * metrics];
        for (int first = from; first < to; first += rows) {
            int count = Math.min(rows, to - first);
            joined.download((long) (first - from) * metrics, piece, 0, count * metrics);
            for (int row = 0; row < count; row++) {
                System.arraycopy(piece, row * metrics, sums[first + row], 0, metrics);
            }
        }
    }

    /**
     * For each metric, how many sign flips give a maximum over all metrics of |sum| times factor that is at least the metric's own
     * observed |sum| times factor (single-step Westfall and Young 1993); signs are those of {@link IndependentSignFlips}, stream 0.
     *
     * @param factors what makes the metrics comparable, such as 1 over the root of the sum of squares; finite, not negative
     * @throws IllegalArgumentException if metrics differ in their number of pairs, or a number is out of range
     */
    public long[] maximumCounts(int[][] levels, double[] factors, int resamples, long seed) {
        check(levels, resamples);
        int metrics = levels.length;
        if (factors.length != metrics) {
            throw new IllegalArgumentException(metrics + " metrics need as many factors, was " + factors.length);
        }
        long[] sums = Quantized.sums(levels);
        double[] bounds = new double[metrics];
        for (int q = 0; q < metrics; q++) {
            bounds[q] = Math.abs(sums[q]) * factors[q];
        }
        try (DeviceBuffer<double[]> factor = backend.allocate(ElementType.FLOAT64, factors);
                DeviceBuffer<double[]> bound = backend.allocate(ElementType.FLOAT64, bounds);
                DeviceBuffer<long[]> counts = backend.allocate(ElementType.INT64, new long[metrics])) {
            products(
                    drawSigns,
                    levels,
                    resamples,
                    seed,
                    (product, from, to) -> countMaxima.launch(
                            Grid.covering(to - from, THREADS),
                            KernelArgument.of(product),
                            KernelArgument.of(metrics),
                            KernelArgument.of(to - from),
                            KernelArgument.of(factor),
                            KernelArgument.of(bound),
                            KernelArgument.of(counts)));
            return counts.download();
        }
    }

    private void products(Kernel drawing, int[][] levels, int resamples, long seed, Use use) {
        int pairs = levels[0].length;
        int columns = 2 * levels.length;
        try (DeviceBuffer<float[]> limbs = backend.allocate(ElementType.FLOAT32, limbs(levels))) {
            DeviceMatrix<float[]> factor = DeviceMatrix.of(limbs, pairs, columns);
            Slices.run(resamples, mostResamples(pairs + 2 * columns), (from, to) -> {
                int rows = to - from;
                try (DeviceBuffer<float[]> weights = backend.allocate(ElementType.FLOAT32, (long) rows * pairs);
                        DeviceBuffer<float[]> product = backend.allocate(ElementType.FLOAT32, (long) rows * columns)) {
                    drawing.launch(
                            Grid.of(rows, THREADS),
                            KernelArgument.of(weights),
                            KernelArgument.of(pairs),
                            KernelArgument.of((long) from),
                            KernelArgument.of(rows),
                            KernelArgument.of(seed));
                    backend.multiply(
                            GemmType.FP32,
                            DeviceMatrix.of(weights, rows, pairs),
                            factor,
                            DeviceMatrix.of(product, rows, columns));
                    use.of(product, from, to);
                }
            });
        }
    }

    private int mostResamples(int floatsOfOne) {
        double room = Math.min(MAX_WEIGHTS, SHARE_OF_MEMORY * backend.device().memoryBytes() / Float.BYTES);
        return (int) Math.max(1, room / floatsOfOne);
    }

    /** Pair by pair the high limbs of all metrics, then the low ones: level = {@value ProductTwins#LIMB} high + low, low not negative. */
    private static float[] limbs(int[][] levels) {
        int metrics = levels.length;
        int pairs = levels[0].length;
        float[] limbs = new float[Math.multiplyExact(pairs, 2 * metrics)];
        for (int q = 0; q < metrics; q++) {
            for (int i = 0; i < pairs; i++) {
                limbs[i * 2 * metrics + q] = Math.floorDiv(levels[q][i], ProductTwins.LIMB);
                limbs[i * 2 * metrics + metrics + q] = Math.floorMod(levels[q][i], ProductTwins.LIMB);
            }
        }
        return limbs;
    }

    private static void check(int[][] levels, int resamples) {
        Quantized.check(levels);
        if (levels.length == 0 || levels[0].length == 0 || levels[0].length > MAX_PAIRS) {
            throw new IllegalArgumentException("at least one metric of 1 to " + MAX_PAIRS + " pairs is needed, was "
                    + (levels.length == 0 ? "none" : levels[0].length));
        }
        if (resamples < 1) {
            throw new IllegalArgumentException("at least one resample is needed, was " + resamples);
        }
    }

    @Override
    public void close() {
        DeviceResource.closeAll(List.of(drawCounts, drawSigns, joinLimbs, countMaxima));
    }
}
