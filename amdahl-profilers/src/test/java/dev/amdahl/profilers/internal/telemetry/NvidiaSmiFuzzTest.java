package dev.amdahl.profilers.internal.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.spi.profiler.Profiler;
import java.util.Map;

final class NvidiaSmiFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return TelemetryProfiler.nvidiaSmi();
    }

    @Override
    protected String name() {
        return "nvidia-smi";
    }

    @Override
    protected Map<String, byte[]> originals() {
        return Map.of("query.csv", TelemetryText.QUERY.getBytes(UTF_8), "dmon.txt", TelemetryText.DMON.getBytes(UTF_8));
    }
}
