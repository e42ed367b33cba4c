package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

final class SmiDmonContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return TelemetryProfiler.nvidiaSmi();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        byte[] text = TelemetryText.DMON.getBytes(StandardCharsets.UTF_8);
        return new Artifact(Files.write(directory.resolve("small.txt"), text), "telemetry");
    }
}
