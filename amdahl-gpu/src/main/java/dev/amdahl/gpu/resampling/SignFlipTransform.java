package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import java.util.ArrayList;
import java.util.List;

/**
 * Sign-flip counts of many metrics by one Walsh-Hadamard transform each. The table is written once for the low ten bits, read once for
 * the next ten with the counts taken on the way, and read and written once more where k is above 20: 16 bytes of traffic a sum, or 32.
 * For the thread of its backend.
 */
public final class SignFlipTransform extends SignFlips {
    private static final int THREADS = 256;
    private static final int COLUMNS = 8;
    private static final int MAX_STAGES = 10;

    private final ComputeBackend backend;
    private final Kernel scatterLow;
    private final Kernel middleBits;
    private final Kernel countHigh;

    /** Compiles the kernels. */
    public SignFlipTransform(ComputeBackend backend) {
        super(backend, 1);
        this.backend = backend;
        this.scatterLow = backend.compile(TransformTwins.SCATTER_LOW);
        this.middleBits = backend.compile(TransformTwins.MIDDLE_BITS);
        this.countHigh = backend.compile(TransformTwins.COUNT_HIGH);
    }

    @Override
    int lowBits(int k) {
        return Math.min(k, TransformTwins.LOW_BITS);
    }

    @Override
    long[] slice(SignCodes codes, int[][] levels, int k) {
        int metrics = levels.length;
        try (DeviceBuffer<int[]> rows = backend.allocate(ElementType.INT32, Quantized.flat(levels, 0, metrics));
                DeviceBuffer<int[]> code = backend.allocate(ElementType.INT32, codes.codes());
                DeviceBuffer<int[]> starts = backend.allocate(ElementType.INT32, codes.starts());
                DeviceBuffer<long[]> bounds = backend.allocate(ElementType.INT64, observed(levels));
                DeviceBuffer<long[]> found = backend.allocate(ElementType.INT64, new long[metrics]);
                DeviceBuffer<long[]> table = backend.allocate(ElementType.INT64, (long) metrics << k)) {
            int low = lowBits(k);
            scatterLow.launch(
                    new Grid(1 << (k - low), metrics, THREADS, 1, 0),
                    KernelArgument.of(rows),
                    KernelArgument.of(code),
                    KernelArgument.of(starts),
                    KernelArgument.of(levels[0].length),
                    KernelArgument.of(k),
                    KernelArgument.of(table));
            while (k - low > MAX_STAGES) {
                int bits = (k - low + 1) / 2;
                middleBits.launch(grid(metrics, k, low, bits), arguments(table, k, low, bits));
                low += bits;
            }
            int bits = k - low;
            countHigh.launch(
                    grid(metrics, k, low, bits),
                    arguments(table, k, low, bits, KernelArgument.of(bounds), KernelArgument.of(found)));
            return found.download();
        }
    }

    private static int columns(int low) {
        return Math.min(COLUMNS, 1 << low);
    }

    private static Grid grid(int metrics, int k, int low, int bits) {
        int entries = columns(low) << bits;
        return new Grid((1 << k) / entries, metrics, THREADS, 1, entries * Long.BYTES);
    }

    private static KernelArgument[] arguments(
            DeviceBuffer<long[]> table, int k, int low, int bits, KernelArgument... further) {
        List<KernelArgument> arguments = new ArrayList<>(List.of(
                KernelArgument.of(table),
                KernelArgument.of(k),
                KernelArgument.of(low),
                KernelArgument.of(bits),
                KernelArgument.of(columns(low))));
        arguments.addAll(List.of(further));
        return arguments.toArray(new KernelArgument[0]);
    }

    @Override
    public void close() {
        DeviceResource.closeAll(List.of(scatterLow, middleBits, countHigh));
    }
}
