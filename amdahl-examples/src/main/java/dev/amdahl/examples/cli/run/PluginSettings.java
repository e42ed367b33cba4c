package dev.amdahl.examples.cli.run;

import dev.amdahl.spi.PluginContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** What the command line gives to a plugin. Immutable but for the generator. */
public record PluginSettings(Clock clock, RandomGenerator random, Path directory, Map<String, String> settings)
        implements PluginContext {

    /** Creates a plugin with a folder of its own, which is made. */
    public static PluginSettings in(Path directory, Clock clock, long seed) throws IOException {
        return new PluginSettings(clock, new SplittableRandom(seed), Files.createDirectories(directory), Map.of());
    }

    /** Returns a copy with these settings alone. */
    public PluginSettings with(Map<String, String> given) {
        return new PluginSettings(clock, random, directory, Map.copyOf(given));
    }
}
