package dev.amdahl.profilers.internal.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Map;

final class MonitorFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return TelemetryProfiler.monitor();
    }

    @Override
    protected String name() {
        return "monitor";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("monitor.jsonl", TelemetryText.MONITOR.getBytes(UTF_8));
    }
}
