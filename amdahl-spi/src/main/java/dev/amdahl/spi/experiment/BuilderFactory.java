package dev.amdahl.spi.experiment;

import dev.amdahl.spi.PluginFactory;

/** Creates a {@link Builder}. */
public interface BuilderFactory extends PluginFactory<Builder> {}
