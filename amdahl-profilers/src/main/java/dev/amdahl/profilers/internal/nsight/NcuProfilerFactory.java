package dev.amdahl.profilers.internal.nsight;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of Nsight Compute's tables. Thread-safe. */
public final class NcuProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return NcuProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new NcuProfiler();
    }
}
