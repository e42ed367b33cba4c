package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class FoldedContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new FoldedProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        String text = """
                # frequency: 99
                python;main;step;memcpy 12
                python;main;[unknown] 3
                python;main;größe_[k] 1
                """;
        return new Artifact(Files.writeString(directory.resolve("stacks.folded"), text), "stacks");
    }
}
