package dev.amdahl.profilers.internal.rocprof;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of rocprofv3. Thread-safe. */
public final class RocprofProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return RocprofProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new RocprofProfiler();
    }
}
