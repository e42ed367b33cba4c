package dev.amdahl.profilers.internal.rocprof;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class RocprofFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new RocprofProfiler();
    }

    @Override
    protected String name() {
        return "rocprofv3";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of(
                "results.json", RocprofProfilerTest.TEXT.getBytes(StandardCharsets.UTF_8),
                "1_kernel_trace.csv", RocprofTableTest.KERNELS.getBytes(StandardCharsets.UTF_8),
                "1_memory_copy_trace.csv", RocprofTableTest.COPIES.getBytes(StandardCharsets.UTF_8));
    }
}
