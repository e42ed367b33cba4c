package dev.amdahl.profilers.internal.serving;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of reports of loads. Thread-safe. */
public final class ServingProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return ServingProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new ServingProfiler();
    }
}
