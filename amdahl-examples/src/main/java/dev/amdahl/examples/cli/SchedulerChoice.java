package dev.amdahl.examples.cli;

import java.util.Map;

/**
 * Where trials run. Immutable.
 *
 * @param name of the scheduler plugin
 * @param settings it is given
 */
record SchedulerChoice(String name, Map<String, String> settings) {
    static final SchedulerChoice LOCAL = new SchedulerChoice("local", Map.of());

    SchedulerChoice {
        settings = Map.copyOf(settings);
    }
}
