package dev.amdahl.core.testing;

import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Real processes of this machine, one trial at a time, whatever else runs on it. */
public final class LocalTrials {
    private LocalTrials() {}

    /**
     * The scheduler {@code local}, found by name as a host would find it.
     *
     * @param root where its trials lie
     * @param slots where its only slot is kept, apart from those of other users of the machine
     */
    public static Scheduler oneAtATime(Path root, Path slots) {
        PluginContext context = new Context(root, Map.of("slots", "1", "slot-directory", slots.toString()));
        return ServiceLoader.load(SchedulerFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals("local"))
                .findFirst()
                .orElseThrow()
                .create(context);
    }

    private record Context(Path directory, Map<String, String> settings) implements PluginContext {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public RandomGenerator random() {
            return new SplittableRandom(1);
        }
    }
}
