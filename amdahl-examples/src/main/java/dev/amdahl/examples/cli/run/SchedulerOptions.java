package dev.amdahl.examples.cli.run;

import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that choose a scheduler. Not thread-safe. */
public final class SchedulerOptions {
    @Option(names = "--scheduler", paramLabel = "NAME", description = "Scheduler plugin; default ${DEFAULT-VALUE}.")
    private String name = "local";

    @Option(
            names = "--scheduler-setting",
            paramLabel = "NAME=VALUE",
            description = "A setting of it, such as partition=batch; may be given several times.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--trial-root",
            paramLabel = "DIR",
            description =
                    "The folder of trials; for a cluster, on a file system that its nodes share. Default beside the"
                            + " ledger.")
    private @Nullable Path root;

    public PluginChoice choice() {
        Map<String, String> all = new LinkedHashMap<>(settings);
        if (root != null && all.put("root", root.toAbsolutePath().normalize().toString()) != null) {
            throw new InvalidInputException("--trial-root", "the setting root is given as well", "give one of them");
        }
        return new PluginChoice(name, all);
    }
}
