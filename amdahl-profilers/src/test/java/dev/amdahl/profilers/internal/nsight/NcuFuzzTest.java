package dev.amdahl.profilers.internal.nsight;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class NcuFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new NcuProfiler();
    }

    @Override
    protected String name() {
        return "ncu";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of(
                "report.csv",
                NcuText.small().bytes(),
                "kernel.json",
                NcuJsonContractTest.TEXT.getBytes(StandardCharsets.UTF_8));
    }
}
