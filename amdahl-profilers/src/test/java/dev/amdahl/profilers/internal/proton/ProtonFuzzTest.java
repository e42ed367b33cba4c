package dev.amdahl.profilers.internal.proton;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class ProtonFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new ProtonProfiler();
    }

    @Override
    protected String name() {
        return "proton";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("proton.hatchet", ProtonProfilerTest.TEXT.getBytes(StandardCharsets.UTF_8));
    }
}
