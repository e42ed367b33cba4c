package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Settings as a host gives them. */
record SlurmContext(Path directory, Map<String, String> settings, Clock clock) implements PluginContext {

    /** For the real commands on a cluster: looks as often as asked, waits for results only shortly. */
    static SlurmContext on(PrivateSlurm cluster, Path place) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("conf", cluster.configuration().toString());
        settings.put("poll-interval", "0s");
        settings.put("result-grace", "2s");
        return new SlurmContext(place, settings, Clock.systemUTC());
    }

    /** A cluster, or a visible skip where Slurm is not installed. */
    static PrivateSlurm cluster(int nodes) {
        Requires.program("sbatch");
        Requires.program("munge");
        Optional<PrivateSlurm> cluster = PrivateSlurm.start(nodes);
        if (cluster.isEmpty()) {
            Requires.program("slurmctld");
        }
        return cluster.orElseThrow();
    }

    SlurmContext with(String name, String value) {
        Map<String, String> changed = new TreeMap<>(settings);
        changed.put(name, value);
        return new SlurmContext(directory, changed, clock);
    }

    SlurmScheduler scheduler() {
        return new SlurmScheduler(SlurmSettings.from(this));
    }

    @Override
    public RandomGenerator random() {
        return new SplittableRandom(1);
    }
}
