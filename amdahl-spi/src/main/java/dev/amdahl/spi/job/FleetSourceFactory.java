package dev.amdahl.spi.job;

import dev.amdahl.spi.PluginFactory;

/** Creates a {@link FleetSource}. */
public interface FleetSourceFactory extends PluginFactory<FleetSource> {}
