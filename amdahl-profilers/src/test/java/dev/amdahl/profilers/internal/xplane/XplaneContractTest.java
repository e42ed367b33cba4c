package dev.amdahl.profilers.internal.xplane;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class XplaneContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new XplaneProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(Files.write(directory.resolve("vm.xplane.pb"), XplaneBytes.profile()), "trace");
    }
}
