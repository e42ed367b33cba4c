package dev.amdahl.profilers.internal.torch;

import dev.amdahl.profilers.Recorded;
import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class FlightRecorderContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new FlightRecorderProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(
                Files.copy(Recorded.file("flight/stuck/fr_trace_0"), directory.resolve("fr_trace_0")), "trace");
    }
}
