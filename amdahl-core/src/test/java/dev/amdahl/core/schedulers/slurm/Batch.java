package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A trial of two arms that run the same shell command. */
record Batch(
        String key,
        String command,
        Accelerators accelerators,
        Set<String> avoidedHosts,
        Map<String, String> settings,
        Optional<Path> directory,
        Duration limit)
        implements TrialRequest {

    static Batch of(String key, String command) {
        return new Batch(
                key,
                command,
                new Accelerators("none", 1),
                Set.of(),
                Map.of(),
                Optional.empty(),
                Duration.ofSeconds(60));
    }

    Batch onNodes(int count) {
        return holding("none", count, count);
    }

    Batch within(Duration limit) {
        return new Batch(key, command, accelerators, avoidedHosts, settings, directory, limit);
    }

    Batch holding(String type, int count) {
        return holding(type, count, 1);
    }

    Batch holding(String type, int count, int nodes) {
        return new Batch(key, command, new Accelerators(type, count, nodes), avoidedHosts, settings, directory, limit);
    }

    Batch avoiding(String... hosts) {
        return new Batch(key, command, accelerators, Set.of(hosts), settings, directory, limit);
    }

    Batch asking(Map<String, String> settings) {
        return new Batch(key, command, accelerators, avoidedHosts, settings, directory, limit);
    }

    Batch in(Path place) {
        return new Batch(key, command, accelerators, avoidedHosts, settings, Optional.of(place), limit);
    }

    @Override
    public String family() {
        return "test";
    }

    @Override
    public List<ArmRequest> arms() {
        return List.of(new Arm("a", command, directory, limit), new Arm("b", command, directory, limit));
    }

    /** One of them. */
    record Arm(String name, String line, Optional<Path> directory, Duration timeLimit) implements ArmRequest {
        @Override
        public List<String> command() {
            return List.of("sh", "-c", line);
        }

        @Override
        public Map<String, String> environment() {
            return Map.of();
        }

        @Override
        public long outputLimitBytes() {
            return 1 << 16;
        }

        @Override
        public long seed() {
            return 42;
        }

        @Override
        public boolean isTraced() {
            return line.contains("AMDAHL_TRACE");
        }

        @Override
        public List<String> outputs() {
            return directory.isPresent() ? List.of("out") : List.of();
        }

        @Override
        public List<String> keep() {
            return List.of();
        }

        @Override
        public Map<String, ValueSource> measures() {
            return Map.of();
        }
    }
}
