package dev.amdahl.profilers.internal.process;

import dev.amdahl.spi.contract.ProfilerContract;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

final class ProcessContractTest extends ProfilerContract {

    @Override
    protected Profiler profiler() {
        return new ProcessProfiler(Clock.systemUTC());
    }

    @Override
    protected Artifact write(Path directory) throws IOException {
        String text = """
                {"format":"amdahl.process/1","pid":10,"started":"2026-01-01T00:00:00Z"}
                {"t":0.0,"processes":1,"cpu_user_seconds":1.0,"voluntary_switches":5.0}
                {"t":0.1,"processes":2,"cpu_user_seconds":1.2,"voluntary_switches":9.0}
                """;
        return new Artifact(Files.writeString(directory.resolve("process.jsonl"), text), "process");
    }
}
