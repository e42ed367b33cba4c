package dev.amdahl.profilers.internal.proton;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of Proton. Thread-safe. */
public final class ProtonProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return ProtonProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new ProtonProfiler();
    }
}
