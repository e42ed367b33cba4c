package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;

/** Creates the fleet source {@code kubernetes}; its settings are those of docs/kubernetes.md. Thread-safe. */
public final class KubernetesFleetSourceFactory implements FleetSourceFactory {
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
    public FleetSource create(PluginContext context) {
        return KubernetesFleetSource.of(context);
    }
}
