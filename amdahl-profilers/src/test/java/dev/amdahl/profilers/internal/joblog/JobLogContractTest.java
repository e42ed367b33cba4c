package dev.amdahl.profilers.internal.joblog;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class JobLogContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new JobLogProfiler();
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        return new Artifact(Files.writeString(directory.resolve("job.log"), JobLogProfilerTest.TIMED), "log");
    }
}
