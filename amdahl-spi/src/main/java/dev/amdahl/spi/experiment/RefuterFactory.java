package dev.amdahl.spi.experiment;

import dev.amdahl.spi.PluginFactory;

/** Creates a {@link Refuter}. */
public interface RefuterFactory extends PluginFactory<Refuter> {}
