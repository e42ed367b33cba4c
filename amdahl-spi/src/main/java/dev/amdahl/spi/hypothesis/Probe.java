package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How a job is run shortly, so that its steady part can be timed: by further arguments, by its environment, or by a limit of its work.
 *
 * @param arguments words after those of the command
 * @param environment set beside the job's own
 * @param share of the work units of a whole run, at which a job that reads {@code AMDAHL_WORK_LIMIT} stops; above 0, below 1
 */
public record Probe(List<String> arguments, Map<String, String> environment, OptionalDouble share) {
    public Probe {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        if (arguments.isEmpty() && environment.isEmpty() && share.isEmpty()) {
            throw new IllegalArgumentException("a probe says neither arguments nor environment nor share");
        }
        if (share.isPresent() && !(share.getAsDouble() > 0 && share.getAsDouble() < 1)) {
            throw new IllegalArgumentException(
                    "the share of a probe must be above 0 and below 1, was " + share.getAsDouble());
        }
    }
}
