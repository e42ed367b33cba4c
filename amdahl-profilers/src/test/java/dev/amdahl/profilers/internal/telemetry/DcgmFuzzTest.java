package dev.amdahl.profilers.internal.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Map;

final class DcgmFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return TelemetryProfiler.dcgm();
    }

    @Override
    protected String name() {
        return "dcgm";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of(
                "dmon.txt", TelemetryText.DCGM.getBytes(UTF_8), "page.prom", TelemetryText.EXPORTER.getBytes(UTF_8));
    }
}
