package dev.amdahl.gpu.internal.jcuda;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.DeviceBuffer;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.ElementType;
import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.Kernel;
import dev.amdahl.gpu.KernelArgument;
import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.Pattern;
import dev.amdahl.gpu.PatternCheck;
import java.util.HashMap;
import java.util.Map;

/** Patterns written and compared by two kernels, which stay open once they were used. */
final class CudaPatterns implements DeviceResource {
    private static final int THREADS = 256;
    private static final int MAX_BLOCKS = 1 << 14;

    private final ComputeBackend backend;
    private final Map<String, Kernel> open = new HashMap<>();

    CudaPatterns(ComputeBackend backend) {
        this.backend = backend;
    }

    static KernelSource source(String entry) {
        return KernelSource.ofResource(CudaPatterns.class, "patterns.cu", entry).after(KernelSource.philox());
    }

    private Kernel kernel(String entry) {
        return open.computeIfAbsent(entry, name -> backend.compile(source(name)));
    }

    void fill(DeviceBuffer<?> buffer, Pattern pattern) {
        long words = buffer.bytes() / Integer.BYTES;
        kernel("fillPattern")
                .launch(
                        grid(words),
                        KernelArgument.of(buffer),
                        KernelArgument.of(words),
                        KernelArgument.of(kind(pattern)),
                        KernelArgument.of(seed(pattern)));
    }

    PatternCheck check(DeviceBuffer<?> buffer, Pattern pattern) {
        long words = buffer.bytes() / Integer.BYTES;
        try (DeviceBuffer<long[]> found = backend.allocate(ElementType.INT64, new long[] {0, Long.MAX_VALUE})) {
            kernel("checkPattern")
                    .launch(
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

    @Override
    public void close() {
        DeviceResource.closeAll(open.values());
        open.clear();
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
