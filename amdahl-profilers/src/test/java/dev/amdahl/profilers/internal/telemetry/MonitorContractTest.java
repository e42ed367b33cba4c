package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

final class MonitorContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return TelemetryProfiler.monitor();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        byte[] text = TelemetryText.MONITOR.getBytes(StandardCharsets.UTF_8);
        return new Artifact(Files.write(directory.resolve("small.jsonl"), text), "telemetry");
    }
}
