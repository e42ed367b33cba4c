package dev.amdahl.profilers.internal.telemetry;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of nvidia-smi's samples. Thread-safe. */
public final class NvidiaSmiProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return "nvidia-smi";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return TelemetryProfiler.nvidiaSmi();
    }
}
