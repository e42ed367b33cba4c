package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SiteFinderFactory;

/** Creates the finder for Python; not available where tree-sitter has no native library. Thread-safe. */
public final class PythonSiteFinderFactory implements SiteFinderFactory {

    @Override
    public String name() {
        return PythonSiteFinder.NAME;
    }

    @Override
    public Availability availability() {
        return Grammar.PYTHON.missing().map(Availability::unavailable).orElseGet(Availability::ready);
    }

    @Override
    public SiteFinder create(PluginContext context) {
        return new PythonSiteFinder();
    }
}
