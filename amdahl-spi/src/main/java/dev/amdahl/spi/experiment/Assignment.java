package dev.amdahl.spi.experiment;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a scheduled run is started with.
 *
 * @param key of the pair that it is half of; empty text for a run of no pair
 * @param arm {@code a} or {@code b}, the place in the pair and not the role; empty text for a run of no pair
 * @param command word by word; empty where nothing is prepared for the family: the host's own command
 * @param environment what is set beside the host's own
 * @param unset variables that must not be set
 */
public record Assignment(
        String key, String arm, List<String> command, Map<String, String> environment, Set<String> unset) {
    public Assignment {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        unset = Set.copyOf(unset);
    }

    /** Returns the answer where nothing is prepared: run as usual. */
    public static Assignment usual() {
        return new Assignment("", "", List.of(), Map.of(), Set.of());
    }

    /** Returns whether the run is half of a pair. */
    public boolean isTrial() {
        return !key.isEmpty();
    }

    /** Returns the same as lines that a POSIX shell evaluates; the command is in {@code AMDAHL_COMMAND}, each word quoted. */
    public String shell() {
        StringBuilder lines = new StringBuilder();
        unset.stream()
                .sorted()
                .forEach(name -> lines.append("unset ").append(name).append('\n'));
        Map<String, String> exports = new TreeMap<>(environment);
        if (!command.isEmpty()) {
            exports.put("AMDAHL_COMMAND", ShellWords.join(command));
        }
        exports.forEach((name, value) -> lines.append("export ")
                .append(name)
                .append('=')
                .append(ShellWords.quote(value))
                .append('\n'));
        return lines.toString();
    }
}
