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
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The same counts as {@link SignFlipTransform} by plain matrix products: the transform of 2^k entries, seen as a matrix, is a product with
 * a Hadamard matrix on either side. Takes 2^(k/2) times the arithmetic, on a device that may have it to spare. In binary64, whose sums
 * of up to 2^53 are exact. For the thread of its backend.
 */
public final class HadamardProducts extends SignFlips {
    private static final int THREADS = 256;
    private static final int MAX_BLOCKS = 1024;
    private static final int TABLES = 2;

    private final ComputeBackend backend;
    private final Deque<DeviceResource> open = new ArrayDeque<>();
    private final Kernel factor;
    private final Kernel scatter;
    private final Kernel count;

    /** Compiles the kernels. */
    public HadamardProducts(ComputeBackend backend) {
        super(backend, TABLES);
        this.backend = backend;
        try {
            factor = opened(backend.compile(HadamardTwins.FACTOR));
            scatter = opened(backend.compile(HadamardTwins.SCATTER));
            count = opened(backend.compile(HadamardTwins.COUNT));
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private Kernel opened(Kernel kernel) {
        open.push(kernel);
        return kernel;
    }

    @Override
    int lowBits(int k) {
        return k / 2;
    }

    @Override
    long[] slice(SignCodes codes, int[][] levels, int k) {
        int metrics = levels.length;
        int columns = 1 << lowBits(k);
        int rows = (1 << k) / columns;
        try (DeviceBuffer<int[]> flat = backend.allocate(ElementType.INT32, Quantized.flat(levels, 0, metrics));
                DeviceBuffer<int[]> code = backend.allocate(ElementType.INT32, codes.codes());
                DeviceBuffer<int[]> starts = backend.allocate(ElementType.INT32, codes.starts());
                DeviceBuffer<long[]> bounds = backend.allocate(ElementType.INT64, observed(levels));
                DeviceBuffer<long[]> found = backend.allocate(ElementType.INT64, new long[metrics]);
                DeviceBuffer<double[]> right = factor(columns);
                DeviceBuffer<double[]> left = factor(rows);
                DeviceBuffer<double[]> table = backend.allocate(ElementType.FLOAT64, (long) metrics << k);
                DeviceBuffer<double[]> half = backend.allocate(ElementType.FLOAT64, (long) metrics << k)) {
            scatter.launch(
                    new Grid(rows, metrics, THREADS, 1, 0),
                    KernelArgument.of(flat),
                    KernelArgument.of(code),
                    KernelArgument.of(starts),
                    KernelArgument.of(levels[0].length),
                    KernelArgument.of(k),
                    KernelArgument.of(lowBits(k)),
                    KernelArgument.of(table));
            for (int metric = 0; metric < metrics; metric++) {
                long at = (long) metric << k;
                DeviceMatrix<double[]> entries = new DeviceMatrix<>(table, at, rows, columns, columns);
                DeviceMatrix<double[]> between = new DeviceMatrix<>(half, at, rows, columns, columns);
                backend.multiply(GemmType.FP64, entries, DeviceMatrix.of(right, columns, columns), between);
                backend.multiply(GemmType.FP64, DeviceMatrix.of(left, rows, rows), between, entries);
            }
            count.launch(
                    new Grid(Math.min(MAX_BLOCKS, ((1 << k) + THREADS - 1) / THREADS), metrics, THREADS, 1, 0),
                    KernelArgument.of(table),
                    KernelArgument.of(k),
                    KernelArgument.of(bounds),
                    KernelArgument.of(found));
            return found.download();
        }
    }

    private DeviceBuffer<double[]> factor(int side) {
        DeviceBuffer<double[]> made = backend.allocate(ElementType.FLOAT64, (long) side * side);
        try {
            factor.launch(Grid.covering((long) side * side, THREADS), KernelArgument.of(made), KernelArgument.of(side));
            return made;
        } catch (RuntimeException failed) {
            made.close();
            throw failed;
        }
    }

    @Override
    public void close() {
        DeviceResource.unwind(open);
    }
}
