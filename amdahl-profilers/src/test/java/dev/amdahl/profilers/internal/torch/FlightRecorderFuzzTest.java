package dev.amdahl.profilers.internal.torch;

import dev.amdahl.profilers.ReaderFuzz;
import dev.amdahl.profilers.Recorded;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

final class FlightRecorderFuzzTest extends ReaderFuzz {

    @Override
    protected Profiler profiler() {
        return new FlightRecorderProfiler();
    }

    @Override
    protected String name() {
        return "flight-recorder";
    }

    @Override
    protected Map<String, byte[]> originals() throws IOException {
        return Map.of(
                "fr_trace_0", Files.readAllBytes(Recorded.file("flight/stuck/fr_trace_0")),
                "fr_trace_1.json", Files.readAllBytes(Recorded.file("flight/stuck_1.json")));
    }
}
