package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class BpftraceJsonFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new BpftraceJsonProfiler();
    }

    @Override
    protected String name() {
        return BpftraceJsonProfiler.NAME;
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("maps.json", BpfSamples.JSON.getBytes(StandardCharsets.UTF_8));
    }
}
