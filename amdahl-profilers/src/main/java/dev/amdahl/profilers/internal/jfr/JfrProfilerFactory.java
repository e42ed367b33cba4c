package dev.amdahl.profilers.internal.jfr;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of Flight Recorder files; available where the Java runtime has the module {@code jdk.jfr}. Thread-safe. */
public final class JfrProfilerFactory implements ProfilerFactory {
    private static final String MODULE = "jdk.jfr";

    @Override
    public String name() {
        return JfrProfiler.NAME;
    }

    @Override
    public Availability availability() {
        return ModuleLayer.boot().findModule(MODULE).isPresent()
                ? Availability.ready()
                : Availability.unavailable(
                        "this Java runtime has no module " + MODULE + ": run with a whole JDK or JRE");
    }

    @Override
    public Profiler create(PluginContext context) {
        return new JfrProfiler();
    }
}
