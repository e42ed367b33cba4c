package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of Kineto traces. Thread-safe. */
public final class KinetoProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return KinetoProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new KinetoProfiler();
    }
}
