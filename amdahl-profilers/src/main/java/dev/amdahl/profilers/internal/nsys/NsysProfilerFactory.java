package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;

/** Creates the reader of Nsight Systems' SQLite exports; ready where the SQLite driver is on the class path. Thread-safe. */
public final class NsysProfilerFactory implements ProfilerFactory {
    private static final String DRIVER = "org.sqlite.SQLiteConnection";

    @Override
    public String name() {
        return NsysProfiler.NAME;
    }

    @Override
    public Availability availability() {
        try {
            Class.forName(DRIVER, false, NsysProfilerFactory.class.getClassLoader());
            return Availability.ready();
        } catch (ClassNotFoundException e) {
            return Availability.unavailable("put org.xerial:sqlite-jdbc on the class path");
        }
    }

    @Override
    public Profiler create(PluginContext context) {
        return new NsysProfiler();
    }
}
