package dev.amdahl.core.schedulers.local;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A trial request that tests vary one part at a time. Immutable. */
record Requested(String key, List<ArmRequest> arms) implements TrialRequest {

    /** Both arms run the same arm request. */
    static TrialRequest of(String key, Arm arm) {
        return of(key, arm, arm);
    }

    static TrialRequest of(String key, Arm a, Arm b) {
        return new Requested(key, List.of(a.named("a"), b.named("b")));
    }

    static Arm shell(String command) {
        return command("sh", "-c", command);
    }

    static Arm command(String... words) {
        return new Arm(
                "a",
                List.of(words),
                Map.of(),
                Optional.empty(),
                Duration.ofSeconds(60),
                1 << 16,
                42,
                false,
                List.of(),
                List.of(),
                Map.of());
    }

    @Override
    public String family() {
        return "test";
    }

    @Override
    public Accelerators accelerators() {
        return new Accelerators("none", 1);
    }

    /** An arm; each method gives a changed copy. */
    record Arm(
            String name,
            List<String> command,
            Map<String, String> environment,
            Optional<Path> directory,
            Duration timeLimit,
            long outputLimitBytes,
            long seed,
            boolean isTraced,
            List<String> outputs,
            List<String> keep,
            Map<String, ValueSource> measures)
            implements ArmRequest {

        private Arm named(String newName) {
            return new Arm(
                    newName,
                    command,
                    environment,
                    directory,
                    timeLimit,
                    outputLimitBytes,
                    seed,
                    isTraced,
                    outputs,
                    keep,
                    measures);
        }

        Arm with(Map<String, String> newEnvironment) {
            return new Arm(
                    name,
                    command,
                    newEnvironment,
                    directory,
                    timeLimit,
                    outputLimitBytes,
                    seed,
                    isTraced,
                    outputs,
                    keep,
                    measures);
        }

        Arm in(Path newDirectory) {
            return new Arm(
                    name,
                    command,
                    environment,
                    Optional.of(newDirectory),
                    timeLimit,
                    outputLimitBytes,
                    seed,
                    isTraced,
                    outputs,
                    keep,
                    measures);
        }

        Arm atMost(Duration newLimit) {
            return new Arm(
                    name,
                    command,
                    environment,
                    directory,
                    newLimit,
                    outputLimitBytes,
                    seed,
                    isTraced,
                    outputs,
                    keep,
                    measures);
        }

        Arm keepingBytes(long newLimit) {
            return new Arm(
                    name,
                    command,
                    environment,
                    directory,
                    timeLimit,
                    newLimit,
                    seed,
                    isTraced,
                    outputs,
                    keep,
                    measures);
        }

        Arm traced() {
            return new Arm(
                    name,
                    command,
                    environment,
                    directory,
                    timeLimit,
                    outputLimitBytes,
                    seed,
                    true,
                    outputs,
                    keep,
                    measures);
        }

        Arm writing(String... newOutputs) {
            return new Arm(
                    name,
                    command,
                    environment,
                    directory,
                    timeLimit,
                    outputLimitBytes,
                    seed,
                    isTraced,
                    List.of(newOutputs),
                    keep,
                    measures);
        }

        Arm keeping(String... newKeep) {
            return new Arm(
                    name,
                    command,
                    environment,
                    directory,
                    timeLimit,
                    outputLimitBytes,
                    seed,
                    isTraced,
                    outputs,
                    List.of(newKeep),
                    measures);
        }

        Arm measuring(Map<String, ValueSource> newMeasures) {
            return new Arm(
                    name,
                    command,
                    environment,
                    directory,
                    timeLimit,
                    outputLimitBytes,
                    seed,
                    isTraced,
                    outputs,
                    keep,
                    newMeasures);
        }
    }
}
