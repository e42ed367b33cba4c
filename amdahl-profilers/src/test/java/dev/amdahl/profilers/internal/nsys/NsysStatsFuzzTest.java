package dev.amdahl.profilers.internal.nsys;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Map;

final class NsysStatsFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new NsysStatsProfiler();
    }

    @Override
    protected String name() {
        return "nsys-stats";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("stats.csv", NsysStatsProfilerTest.TEXT.getBytes(UTF_8));
    }
}
