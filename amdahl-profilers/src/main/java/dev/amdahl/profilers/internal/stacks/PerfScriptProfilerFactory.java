package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of {@code perf script} text. Thread-safe. */
public final class PerfScriptProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return PerfScriptProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new PerfScriptProfiler();
    }
}
