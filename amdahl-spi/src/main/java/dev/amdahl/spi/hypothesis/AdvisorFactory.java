package dev.amdahl.spi.hypothesis;

import dev.amdahl.spi.PluginFactory;

/** Creates an {@link Advisor}. */
public interface AdvisorFactory extends PluginFactory<Advisor> {}
