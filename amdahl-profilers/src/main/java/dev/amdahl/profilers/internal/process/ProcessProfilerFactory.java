package dev.amdahl.profilers.internal.process;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import java.nio.file.Files;

/** Creates the watcher of process trees; available where {@code /proc} is. Thread-safe. */
public final class ProcessProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return ProcessProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Files.isReadable(ProcessProfiler.PROC.resolve("self/stat"))
                ? Availability.ready()
                : Availability.unavailable("no /proc/self/stat: this system does not show its processes as files");
    }

    @Override
    public Profiler create(PluginContext context) {
        return new ProcessProfiler(context.clock());
    }
}
