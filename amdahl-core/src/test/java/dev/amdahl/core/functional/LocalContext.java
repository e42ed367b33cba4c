package dev.amdahl.core.functional;

import dev.amdahl.core.schedulers.local.LocalSchedulerFactory;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Scheduler;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** What a plugin on this machine is given. */
record LocalContext(Path directory, Map<String, String> settings) implements PluginContext {
    /** Real processes, one trial at a time, whatever else runs on the machine. */
    static Scheduler scheduler(Path folder) {
        Path slots = folder.resolve("slots");
        return new LocalSchedulerFactory()
                .create(new LocalContext(folder, Map.of("slots", "1", "slot-directory", slots.toString())));
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public RandomGenerator random() {
        return new SplittableRandom(1);
    }
}
