package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.PluginContext;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** What a host gives to a plugin under test. */
record Given(Clock clock, Path directory, Map<String, String> settings) implements PluginContext {
    private static final Map<String, String> NEEDED =
            Map.of("image", "registry.example/trials:1", "poll-interval", "PT0.05S");

    /** The settings that no scheduler does without. */
    static Given in(Path directory) {
        return new Given(Clock.systemUTC(), directory, NEEDED);
    }

    Given with(String name, String value) {
        Map<String, String> more = new TreeMap<>(settings);
        more.put(name, value);
        return new Given(clock, directory, more);
    }

    Given without(String name) {
        Map<String, String> fewer = new TreeMap<>(settings);
        fewer.remove(name);
        return new Given(clock, directory, fewer);
    }

    Given at(Clock other) {
        return new Given(other, directory, settings);
    }

    @Override
    public RandomGenerator random() {
        return new SplittableRandom(1);
    }
}
