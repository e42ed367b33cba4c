package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One arm as it is handed to a scheduler. */
record ArmPlan(
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

    /** Returns a copy with one more variable. */
    ArmPlan with(String variable, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(variable, value);
        return copy(command, more, schedule);
    }

    /** Returns a copy that runs another command, of which this one's are the last words. */
    ArmPlan within(List<String> first) {
        List<String> words = new ArrayList<>(first);
        words.addAll(command);
        return copy(words, environment, schedule);
    }

    /** Returns a copy whose settings change while it runs. */
    ArmPlan scheduled(String lines) {
        return copy(command, environment, Optional.of(lines));
    }

    private ArmPlan copy(List<String> words, Map<String, String> variables, Optional<String> lines) {
        return new ArmPlan(
                name,
                List.copyOf(words),
                Map.copyOf(variables),
                directory,
                timeLimit,
                outputLimitBytes,
                seed,
                isTraced,
                outputs,
                keep,
                measures,
                lines);
    }
}
