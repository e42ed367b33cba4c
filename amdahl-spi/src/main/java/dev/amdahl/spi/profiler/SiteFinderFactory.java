package dev.amdahl.spi.profiler;

import dev.amdahl.spi.PluginFactory;

/** Creates a {@link SiteFinder}. */
public interface SiteFinderFactory extends PluginFactory<SiteFinder> {}
