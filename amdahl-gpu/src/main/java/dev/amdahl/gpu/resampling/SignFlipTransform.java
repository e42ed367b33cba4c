package dev.amdahl.gpu.resampling;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sign-flip counts of many metrics by Walsh-Hadamard transforms of 1,024 sums, 2^(k - 10) for each metric. A warp makes the entries of one
 * from the pairs themselves, transforms it in registers and counts: the memory of the device holds levels and counts alone, whatever k.
 * For the thread of its backend.
 */
public final class SignFlipTransform extends SignFlips {
    private static final int WARP = 32;
    private static final int COLUMNS_OF_WARP = 4;

    private final ComputeBackend backend;
    private final Kernel narrow;
    private final Kernel wide;

    /** Compiles the kernels. */
    public SignFlipTransform(ComputeBackend backend) {
        super(backend, 0);
        this.backend = backend;
        this.narrow = backend.compile(TransformTwins.NARROW);
        this.wide = backend.compile(TransformTwins.WIDE);
    }

    /** All: pairs keep their order. */
    @Override
    int lowBits(int k) {
        return k;
    }

    @Override
    long[] slice(SignCodes codes, int[][] levels, int k) {
        int metrics = levels.length;
        int columns = 1 << Math.max(0, k - TransformTwins.ROW_BITS);
        int[] places = IntStream.of(codes.codes()).map(TransformTwins::placed).toArray();
        try (DeviceBuffer<int[]> rows = backend.allocate(ElementType.INT32, Quantized.flat(levels, 0, metrics));
                DeviceBuffer<int[]> code = backend.allocate(ElementType.INT32, places);
                DeviceBuffer<long[]> bounds = backend.allocate(ElementType.INT64, observed(levels));
                DeviceBuffer<long[]> found = backend.allocate(ElementType.INT64, new long[metrics])) {
            int columnsOfBlock = TransformTwins.WARPS * COLUMNS_OF_WARP;
            (isNarrow(levels) ? narrow : wide)
                    .launch(
                            new Grid(
                                    (columns + columnsOfBlock - 1) / columnsOfBlock,
                                    metrics,
                                    WARP * TransformTwins.WARPS,
                                    1,
                                    0),
                            KernelArgument.of(rows),
                            KernelArgument.of(code),
                            KernelArgument.of(levels[0].length),
                            KernelArgument.of(columns),
                            KernelArgument.of(bounds),
                            KernelArgument.of(found));
            // Below ten bits each sum is there 2^(10 - k) times.
            int times = Math.max(0, TransformTwins.ROW_BITS - k);
            return Arrays.stream(found.download()).map(count -> count >> times).toArray();
        }
    }

    /** Whether no sum leaves 32 bits, as with fewer than 2,048 pairs: 2,047 levels of 2^20 come to 2^31 - 2^20. */
    private static boolean isNarrow(int[][] levels) {
        return Arrays.stream(levels)
                .allMatch(row -> IntStream.of(row).mapToLong(Math::abs).sum() <= Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        DeviceResource.closeAll(List.of(narrow, wide));
    }
}
