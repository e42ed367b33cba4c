package dev.amdahl.examples.cli.run;

import dev.amdahl.core.Plugins;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --plugins}: plugins beside those of this program. */
public final class PluginsOption {
    @Option(names = "--plugins", paramLabel = "DIR", description = "Load the plugins of the jars in this folder too.")
    private @Nullable Path folder;

    /** What is found. */
    public Plugins plugins() {
        return folder == null ? Plugins.discover() : Plugins.discover(folder);
    }
}
