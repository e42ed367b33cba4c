package dev.amdahl.profilers.internal.torch;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of PyTorch's flight recorder. Thread-safe. */
public final class FlightRecorderProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return FlightRecorderProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new FlightRecorderProfiler();
    }
}
