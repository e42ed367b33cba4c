package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.TwinArguments;
import java.util.List;
import java.util.function.LongPredicate;

/** Compares two buffers bit by bit on the device itself. Used by one thread. */
final class ProductComparison implements DeviceResource {
    private static final int THREADS = 256;
    private static final int MAX_BLOCKS = 4096;
    static final KernelSource WORDS = source("compareWords").withTwin(ProductComparison::words);
    static final KernelSource DOUBLES = source("compareDoubles").withTwin(ProductComparison::doubles);

    private final Kernel kernel;
    private final DeviceBuffer<long[]> found;

    private ProductComparison(Kernel kernel, DeviceBuffer<long[]> found) {
        this.kernel = kernel;
        this.found = found;
    }

    /**
     * For buffers of binary32 or binary64.
     *
     * @param slots how many comparisons may be enqueued before their answers are asked for
     */
    static ProductComparison of(ComputeBackend device, ElementType<?> type, int slots) {
        Kernel kernel = device.compile(type == ElementType.FLOAT64 ? DOUBLES : WORDS);
        try {
            return new ProductComparison(kernel, device.allocate(ElementType.INT64, 2L * slots));
        } catch (RuntimeException e) {
            kernel.close();
            throw e;
        }
    }

    private static KernelSource source(String entry) {
        return KernelSource.ofResource(ProductComparison.class, "compare.cu", entry);
    }

    /** Forgets all answers. */
    void clear() {
        long[] none = new long[(int) found.length()];
        for (int i = 1; i < none.length; i += 2) {
            none[i] = Long.MAX_VALUE;
        }
        found.upload(none);
    }

    /** Enqueues a comparison whose answer goes to a slot. */
    void compare(DeviceBuffer<?> expected, DeviceBuffer<?> actual, int slot) {
        long blocks = Math.max(1, Math.min(MAX_BLOCKS, (actual.length() + THREADS - 1) / THREADS));
        kernel.launch(
                Grid.of((int) blocks, THREADS),
                KernelArgument.of(expected),
                KernelArgument.of(actual),
                KernelArgument.of(actual.length()),
                KernelArgument.of(slot),
                KernelArgument.of(found));
    }

    /** Returns for each of the first slots how many elements differ, and then the first of them; waits for the work before. */
    long[] answers(int slots) {
        long[] answers = new long[2 * slots];
        found.download(0, answers, 0, answers.length);
        return answers;
    }

    private static void words(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        float[] expected = arguments.floats(0);
        float[] actual = arguments.floats(1);
        count(
                blockX,
                grid,
                arguments,
                i -> Float.floatToRawIntBits(expected[(int) i]) != Float.floatToRawIntBits(actual[(int) i]));
    }

    private static void doubles(int blockX, int blockY, Grid grid, TwinArguments arguments) {
        double[] expected = arguments.doubles(0);
        double[] actual = arguments.doubles(1);
        count(
                blockX,
                grid,
                arguments,
                i -> Double.doubleToRawLongBits(expected[(int) i]) != Double.doubleToRawLongBits(actual[(int) i]));
    }

    private static void count(int blockX, Grid grid, TwinArguments arguments, LongPredicate differs) {
        long count = arguments.int64(2);
        long step = (long) grid.blocksX() * grid.threadsX();
        for (long from = (long) blockX * grid.threadsX(); from < count; from += step) {
            for (long i = from; i < Math.min(count, from + grid.threadsX()); i++) {
                if (differs.test(i)) {
                    note(arguments.longs(4), arguments.int32(3), i);
                }
            }
        }
    }

    private static synchronized void note(long[] found, int slot, long at) {
        found[2 * slot]++;
        found[2 * slot + 1] = Math.min(found[2 * slot + 1], at);
    }

    @Override
    public void close() {
        DeviceResource.closeAll(List.of(found, kernel));
    }
}
