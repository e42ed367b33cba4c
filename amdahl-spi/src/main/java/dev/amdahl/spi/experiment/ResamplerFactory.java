package dev.amdahl.spi.experiment;

import dev.amdahl.spi.PluginFactory;

/** Creates a {@link Resampler}. */
public interface ResamplerFactory extends PluginFactory<Resampler> {}
