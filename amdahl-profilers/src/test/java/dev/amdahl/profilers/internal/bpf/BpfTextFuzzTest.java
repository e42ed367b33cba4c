package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class BpfTextFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new BpfTextProfiler();
    }

    @Override
    protected String name() {
        return BpfTextProfiler.NAME;
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("tools.txt", BpfSamples.TEXT.getBytes(StandardCharsets.UTF_8));
    }
}
