package dev.amdahl.examples.cli.run;

import java.util.Map;

/**
 * Where trials run.
 *
 * @param name of the scheduler plugin
 * @param settings it is given
 */
public record SchedulerChoice(String name, Map<String, String> settings) {
    public static final SchedulerChoice LOCAL = new SchedulerChoice("local", Map.of());

    /** Trials that end between their arms once this process is dead. */
    public static final SchedulerChoice OWNED = new SchedulerChoice("local", Map.of("owned", "true"));

    public SchedulerChoice {
        settings = Map.copyOf(settings);
    }
}
