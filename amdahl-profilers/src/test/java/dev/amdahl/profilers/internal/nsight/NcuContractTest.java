package dev.amdahl.profilers.internal.nsight;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class NcuContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new NcuProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(
                Files.write(directory.resolve("small.csv"), NcuText.small().bytes()), "trace");
    }
}
