package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class NsysStatsContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new NsysStatsProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(
                Files.writeString(directory.resolve("small.csv"), NsysStatsProfilerTest.TEXT.substring(0, 330)),
                "trace");
    }
}
