package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of stacks joined with device kernels. Thread-safe. */
public final class CorrelatedProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return CorrelatedProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new CorrelatedProfiler();
    }
}
