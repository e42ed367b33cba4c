package dev.amdahl.profilers.internal.jfr;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Map;

final class JfrFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new JfrProfiler();
    }

    @Override
    protected String name() {
        return JfrProfiler.NAME;
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("rich.jfr", JfrSamples.rich());
    }
}
