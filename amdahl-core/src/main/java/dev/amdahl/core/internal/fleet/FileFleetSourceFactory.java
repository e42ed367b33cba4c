package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSourceFactory;
import java.nio.file.Path;

/** Creates a source that reads the file named by the setting {@code file}. Stateless. */
public final class FileFleetSourceFactory implements FleetSourceFactory {
    @Override
    public String name() {
        return "file";
    }

    @Override
    public Availability availability() {
        return Availability.ready();
    }

    @Override
    public FleetSource create(PluginContext context) {
        return new FileFleetSource(Path.of(context.setting("file")
                .orElseThrow(() -> new InvalidInputException(
                        "fleet source 'file'", "the setting 'file' is missing", "name a .csv or .jsonl file"))));
    }
}
