package dev.amdahl.spi;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The services that a host gives to a plugin when it creates one. May gain methods; implementations are thread-safe. */
public interface PluginContext {

    /** Returns the only source of time. */
    Clock clock();

    /** Returns a seeded generator, the plugin's own. */
    RandomGenerator random();

    /** Returns a directory that belongs to the plugin; it exists. */
    Path directory();

    /** Returns the settings that the host gave to this plugin, by name. */
    Map<String, String> settings();

    /** Returns one setting, if given. */
    default Optional<String> setting(String name) {
        return Optional.ofNullable(settings().get(name));
    }
}
