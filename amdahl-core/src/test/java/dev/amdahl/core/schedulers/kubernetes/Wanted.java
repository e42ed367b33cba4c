package dev.amdahl.core.schedulers.kubernetes;

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

/** A trial of two arms of one shell command that tests vary. */
record Wanted(String key, String family, Accelerators accelerators, List<ArmRequest> arms, Set<String> avoidedHosts)
        implements TrialRequest {

    static Wanted shell(String key, String command) {
        return new Wanted(
                key,
                "nightly eval",
                new Accelerators("h200", 2),
                List.of(Arm.shell("a", command), Arm.shell("b", command)),
                Set.of());
    }

    Wanted avoiding(String host) {
        return new Wanted(key, family, accelerators, arms, Set.of(host));
    }

    Wanted on(String type, int count) {
        return new Wanted(key, family, new Accelerators(type, count), arms, avoidedHosts);
    }

    Wanted onNodes(int nodes) {
        return new Wanted(key, family, new Accelerators("h200", 2 * nodes, nodes), arms, avoidedHosts);
    }

    Wanted in(Path directory) {
        List<ArmRequest> moved = arms.stream()
                .<ArmRequest>map(arm -> new Arm(
                        arm.name(),
                        arm.command(),
                        Optional.of(directory),
                        arm.timeLimit(),
                        arm.isTraced(),
                        arm.outputs(),
                        arm.measures()))
                .toList();
        return new Wanted(key, family, accelerators, moved, avoidedHosts);
    }

    /** An arm. */
    record Arm(
            String name,
            List<String> command,
            Optional<Path> directory,
            Duration timeLimit,
            boolean isTraced,
            List<String> outputs,
            Map<String, ValueSource> measures)
            implements ArmRequest {

        static Arm shell(String name, String command) {
            return new Arm(
                    name,
                    List.of("sh", "-c", command),
                    Optional.empty(),
                    Duration.ofMinutes(20),
                    false,
                    List.of("out.txt", "-"),
                    Map.of(
                            "loss", new ValueSource.Stdout("loss ([0-9.]+)"),
                            "steps", new ValueSource.Json("stats.json", "/steps")));
        }

        @Override
        public Map<String, String> environment() {
            return Map.of("GREETING", "it's");
        }

        @Override
        public long outputLimitBytes() {
            return 4 << 20;
        }

        @Override
        public long seed() {
            return 7;
        }

        @Override
        public List<String> keep() {
            return List.of();
        }
    }
}
