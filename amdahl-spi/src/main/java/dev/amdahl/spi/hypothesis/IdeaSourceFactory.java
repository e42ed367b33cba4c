package dev.amdahl.spi.hypothesis;

import dev.amdahl.spi.PluginFactory;

/** Creates an {@link IdeaSource}. */
public interface IdeaSourceFactory extends PluginFactory<IdeaSource> {}
