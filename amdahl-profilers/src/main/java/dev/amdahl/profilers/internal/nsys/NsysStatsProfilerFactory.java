package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of Nsight Systems' statistics tables. Thread-safe. */
public final class NsysStatsProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return NsysStatsProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new NsysStatsProfiler();
    }
}
