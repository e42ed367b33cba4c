package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of SuperBench's monitor. Thread-safe. */
public final class MonitorProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return "monitor";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return TelemetryProfiler.monitor();
    }
}
