package dev.amdahl.profilers.internal.proton;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ProtonContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new ProtonProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(Files.writeString(directory.resolve("proton.hatchet"), ProtonProfilerTest.TEXT), "trace");
    }
}
