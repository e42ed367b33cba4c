package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.Programs;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import java.util.List;

/** Creates the scheduler {@code slurm}; its settings are those of docs/slurm.md. Thread-safe. */
public final class SlurmSchedulerFactory implements SchedulerFactory {
    private static final List<String> PROGRAMS = List.of("sbatch", "squeue", "scancel", "scontrol", "flock", "sh");

    @Override
    public String name() {
        return SlurmScheduler.NAME;
    }

    @Override
    public Availability availability() {
        return RestLink.named(Programs.onPath(PROGRAMS));
    }

    /** {@inheritDoc} The REST daemon needs no program. */
    @Override
    public Availability availability(PluginContext context) {
        return context.setting("rest").isPresent() ? Availability.ready() : Programs.withSettings(PROGRAMS, context);
    }

    @Override
    public Scheduler create(PluginContext context) {
        return new SlurmScheduler(SlurmSettings.from(context));
    }
}
