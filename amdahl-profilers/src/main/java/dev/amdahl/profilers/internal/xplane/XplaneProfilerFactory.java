package dev.amdahl.profilers.internal.xplane;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of XLA's profiles. Thread-safe. */
public final class XplaneProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return XplaneProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new XplaneProfiler();
    }
}
