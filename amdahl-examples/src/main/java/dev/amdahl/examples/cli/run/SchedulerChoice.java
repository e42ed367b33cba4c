package dev.amdahl.examples.cli.run;

import java.util.Map;

/**
 * Where trials run. Immutable.
 *
 * @param name of the scheduler plugin
 * @param settings it is given
 */
public record SchedulerChoice(String name, Map<String, String> settings) {
    public static final SchedulerChoice LOCAL = new SchedulerChoice("local", Map.of());

    public SchedulerChoice {
        settings = Map.copyOf(settings);
    }
}
