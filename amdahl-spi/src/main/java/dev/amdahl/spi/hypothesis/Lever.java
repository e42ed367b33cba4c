package dev.amdahl.spi.hypothesis;

import java.util.List;
import java.util.Optional;

/**
 * A setting of a job that may be tried at other values.
 *
 * @param name unique within the job
 * @param target what it sets
 * @param current the present value
 * @param values the alternatives, the present one excluded
 * @param addresses the classes it may relieve, main one first
 * @param idea the catalogue's idea it carries out, if one
 * @param atRunTime how it can be set while the job runs; empty if it cannot
 */
public record Lever(
        String name,
        LeverSetting.Target target,
        String current,
        List<String> values,
        List<Bottleneck> addresses,
        Optional<String> idea,
        Optional<Switch> atRunTime) {
    public Lever {
        values = values.stream()
                .filter(value -> !value.equals(current))
                .distinct()
                .toList();
        addresses = List.copyOf(addresses);
    }

    /** Returns a lever that is set before a run starts. */
    public Lever(
            String name,
            LeverSetting.Target target,
            String current,
            List<String> values,
            List<Bottleneck> addresses,
            Optional<String> idea) {
        this(name, target, current, values, addresses, idea, Optional.empty());
    }

    /** Returns a copy that can be set while the job runs, or cannot. */
    public Lever atRunTime(Optional<Switch> how) {
        return new Lever(name, target, current, values, addresses, idea, how);
    }

    /** Returns the change that sets it to a value. */
    public ConfigChange set(String value) {
        return new ConfigChange(List.of(new LeverSetting(name, target, current, value)));
    }
}
