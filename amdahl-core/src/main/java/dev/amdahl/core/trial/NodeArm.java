package dev.amdahl.core.trial;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An arm of a request read back from its folder. */
record NodeArm(
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
        Optional<String> schedule)
        implements ArmRequest {
    NodeArm {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        outputs = List.copyOf(outputs);
        keep = List.copyOf(keep);
        measures = Map.copyOf(measures);
    }
}
