package dev.amdahl.spi.experiment;

import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An arm of which all is known: as the loop plans it, as a node reads it back, or as a test hands it to a scheduler. */
public record ArmPlan(
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
        Map<String, ValueSource> measures,
        Optional<String> schedule,
        Optional<Path> harness)
        implements ArmRequest {

    public ArmPlan {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        outputs = List.copyOf(outputs);
        keep = List.copyOf(keep);
        measures = Map.copyOf(measures);
    }

    /** Returns an arm that asks for nothing but its command, with seed 1. */
    public static ArmPlan of(String name, List<String> command, Duration timeLimit, long outputLimitBytes) {
        return new ArmPlan(
                name,
                command,
                Map.of(),
                Optional.empty(),
                timeLimit,
                outputLimitBytes,
                1,
                false,
                List.of(),
                List.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns a copy with one more variable. */
    public ArmPlan with(String variable, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(variable, value);
        return copy(this, command, more, schedule, harness);
    }

    /** Returns a copy that runs another command, of which this one's are the last words. */
    public ArmPlan within(List<String> first) {
        List<String> words = Stream.concat(first.stream(), command.stream()).toList();
        return copy(this, words, environment, schedule, harness);
    }

    /** Returns a copy whose settings change while it runs. */
    public ArmPlan scheduled(String lines) {
        return copy(this, command, environment, Optional.of(lines), harness);
    }

    /** Returns an arm with another command and with files that must stay as they are. */
    public static ArmPlan confined(ArmRequest arm, List<String> command, Optional<Path> harness) {
        return copy(arm, command, arm.environment(), arm.schedule(), harness);
    }

    private static ArmPlan copy(
            ArmRequest arm,
            List<String> command,
            Map<String, String> environment,
            Optional<String> schedule,
            Optional<Path> harness) {
        return new ArmPlan(
                arm.name(),
                command,
                environment,
                arm.directory(),
                arm.timeLimit(),
                arm.outputLimitBytes(),
                arm.seed(),
                arm.isTraced(),
                arm.outputs(),
                arm.keep(),
                arm.measures(),
                schedule,
                harness);
    }
}
