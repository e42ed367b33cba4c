package dev.amdahl.spi.profiler;

import dev.amdahl.spi.PluginFactory;

/** Creates a {@link Profiler}. */
public interface ProfilerFactory extends PluginFactory<Profiler> {}
