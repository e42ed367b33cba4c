package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;

/** Creates the scheduler {@code kubernetes}; its settings are those of docs/kubernetes.md. Thread-safe. */
public final class KubernetesSchedulerFactory implements SchedulerFactory {
    @Override
    public String name() {
        return KubernetesSettings.NAME;
    }

    @Override
    public Availability availability() {
        return ClientLibrary.availability();
    }

    /** {@inheritDoc} Calls no server. */
    @Override
    public Scheduler create(PluginContext context) {
        return KubernetesScheduler.of(context);
    }
}
