package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of DCGM's samples. Thread-safe. */
public final class DcgmProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return "dcgm";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return TelemetryProfiler.dcgm();
    }
}
