package dev.amdahl.profilers.internal.joblog;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of job logs. Thread-safe. */
public final class JobLogProfilerFactory implements ProfilerFactory {

    @Override
    public String name() {
        return JobLogProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public Profiler create(PluginContext context) {
        return new JobLogProfiler();
    }
}
