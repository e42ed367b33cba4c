package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of the texts of bpftrace and bcc. Thread-safe. */
public final class BpfTextProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return BpfTextProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new BpfTextProfiler();
    }
}
