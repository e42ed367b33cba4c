package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.Programs;
import dev.amdahl.core.internal.schedulers.slurmcommands.SavedAccounting;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Creates the fleet source {@code slurm}; its settings are those of docs/slurm.md. Stateless. */
public final class SlurmFleetSourceFactory implements FleetSourceFactory {
    private static final List<String> PROGRAMS = List.of("sacct", "squeue");
    private static final int MAX_HEAD = 4096;

    @Override
    public String name() {
        return SlurmScheduler.NAME;
    }

    @Override
    public Availability availability() {
        return RestLink.named(Programs.onPath(PROGRAMS));
    }

    /** {@inheritDoc} A saved answer and the REST daemon need no program. */
    @Override
    public Availability availability(PluginContext context) {
        return context.setting("file").isPresent() || context.setting("rest").isPresent()
                ? Availability.ready()
                : Programs.withSettings(PROGRAMS, context);
    }

    @Override
    public FleetSource create(PluginContext context) {
        return new SlurmFleetSource(FleetSettings.from(context));
    }

    /** Returns whether a file is a table that {@code sacct} printed, by its first line; the setting {@code file} takes it. */
    public static boolean isSavedTable(Path file) {
        try (BufferedReader text = Files.newBufferedReader(file)) {
            char[] head = new char[MAX_HEAD];
            int length = Math.max(0, text.read(head));
            return new String(head, 0, length)
                    .lines()
                    .findFirst()
                    .filter(SavedAccounting::isHead)
                    .isPresent();
        } catch (IOException unreadable) {
            return false;
        }
    }
}
