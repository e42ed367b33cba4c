package dev.amdahl.spi.experiment;

import dev.amdahl.spi.PluginFactory;

/** Creates a {@link Scheduler}. */
public interface SchedulerFactory extends PluginFactory<Scheduler> {}
