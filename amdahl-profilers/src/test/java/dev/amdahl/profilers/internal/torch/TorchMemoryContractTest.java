package dev.amdahl.profilers.internal.torch;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class TorchMemoryContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new TorchMemoryProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(Files.write(directory.resolve("snapshot.pickle"), PickleText.snapshot()), "trace");
    }
}
