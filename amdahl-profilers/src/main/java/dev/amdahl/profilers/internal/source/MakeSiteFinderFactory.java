package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SiteFinderFactory;

/** Creates the finder for Makefiles. Thread-safe. */
public final class MakeSiteFinderFactory implements SiteFinderFactory {

    @Override
    public String name() {
        return MakeSiteFinder.NAME;
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public SiteFinder create(PluginContext context) {
        return new MakeSiteFinder();
    }
}
