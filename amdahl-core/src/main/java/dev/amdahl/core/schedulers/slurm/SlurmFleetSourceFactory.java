package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.Programs;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;
import java.util.List;

/** Creates the fleet source {@code slurm}; its settings are those of docs/slurm.md. Stateless. */
public final class SlurmFleetSourceFactory implements FleetSourceFactory {
    @Override
    public String name() {
        return SlurmScheduler.NAME;
    }

    @Override
    public Availability availability() {
        return Programs.onPath(List.of("sacct", "squeue"));
    }

    @Override
    public FleetSource create(PluginContext context) {
        return new SlurmFleetSource(FleetSettings.from(context));
    }
}
