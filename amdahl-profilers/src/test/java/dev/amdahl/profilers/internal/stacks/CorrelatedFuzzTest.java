package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class CorrelatedFuzzTest extends ReaderFuzz {
    private static final String TEXT = """
            {"format":"amdahl.correlated-stacks/1","clock":"epoch"}
            {"stack":"main;step;cudaLaunchKernel","kernel":"gemm","correlation":1,"start_ns":5,"end_ns":9}
            {"stack":["main","eval"],"correlation":2,"pid":4,"tid":4,"time_ns":11,"end_ns":12}
            {"kernel":"gemm","correlation":2,"pid":4,"start_ns":15,"end_ns":19,"device":1,"stream":7}
            """;

    @Override
    protected Profiler profiler() {
        return new CorrelatedProfiler();
    }

    @Override
    protected String name() {
        return CorrelatedProfiler.NAME;
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("join.jsonl", TEXT.getBytes(StandardCharsets.UTF_8));
    }
}
