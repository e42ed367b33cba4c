package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PatternCheck;

/** Patterns written and compared by two kernels. */
final class CudaPatterns {
    private static final int THREADS = 256;
    private static final int MAX_BLOCKS = 1 << 14;

    private CudaPatterns() {}

    static KernelSource source(String entry) {
        return KernelSource.ofResource(CudaPatterns.class, "patterns.cu", entry).after(KernelSource.philox());
    }

    static void fill(ComputeBackend backend, DeviceBuffer<?> buffer, Pattern pattern) {
        long words = buffer.bytes() / Integer.BYTES;
        try (Kernel kernel = backend.compile(source("fillPattern"))) {
            kernel.launch(
                    grid(words),
                    KernelArgument.of(buffer),
                    KernelArgument.of(words),
                    KernelArgument.of(kind(pattern)),
                    KernelArgument.of(seed(pattern)));
        }
    }

    static PatternCheck check(ComputeBackend backend, DeviceBuffer<?> buffer, Pattern pattern) {
        long words = buffer.bytes() / Integer.BYTES;
        try (Kernel kernel = backend.compile(source("checkPattern"));
                DeviceBuffer<long[]> found = backend.allocate(ElementType.INT64, new long[] {0, Long.MAX_VALUE})) {
            kernel.launch(
                    grid(words),
                    KernelArgument.of(buffer),
                    KernelArgument.of(words),
                    KernelArgument.of(kind(pattern)),
                    KernelArgument.of(seed(pattern)),
                    KernelArgument.of(found));
            long[] counted = found.download();
            return new PatternCheck(words, counted[0], counted[0] == 0 ? -1 : counted[1]);
        }
    }

    private static Grid grid(long words) {
        return Grid.of((int) Math.max(1, Math.min(MAX_BLOCKS, (words + THREADS - 1) / THREADS)), THREADS);
    }

    private static int kind(Pattern pattern) {
        return pattern instanceof Pattern.Constant ? 0 : pattern instanceof Pattern.Address ? 1 : 2;
    }

    private static long seed(Pattern pattern) {
        if (pattern instanceof Pattern.Constant constant) {
            return constant.value();
        }
        return pattern instanceof Pattern.Drawn drawn ? drawn.seed() : 0;
    }
}
