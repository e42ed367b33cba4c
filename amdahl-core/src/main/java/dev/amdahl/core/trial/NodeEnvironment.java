package dev.amdahl.core.trial;

import dev.amdahl.spi.experiment.ClockPolicy;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a node recorded of the machine that an arm ran on; what it could not read is absent. */
final class NodeEnvironment {
    /** Position of the nice value and of the major faults of waited-for children in /proc/PID/stat, counted after the name. */
    private static final int NICE = 16;

    private static final int CHILDREN_MAJOR_FAULTS = 10;
    private static final int MAX_LENGTH = 500;
    private static final double BYTES_PER_KIB = 1024;

    private NodeEnvironment() {}

    static Map<EnvironmentFact, String> texts(NodeRecord node, String arm, DeviceReadings devices) {
        Map<EnvironmentFact, String> texts = new EnumMap<>(devices.texts());
        put(texts, EnvironmentFact.GOVERNOR, node.text(arm + ".governor"));
        put(texts, EnvironmentFact.PRIORITY, field(node, arm + ".stat_before", NICE));
        put(texts, EnvironmentFact.CPU_LIMIT, node.text(arm + ".cpu_limit"));
        put(texts, EnvironmentFact.MEMORY_LIMIT, node.text(arm + ".memory_limit"));
        put(texts, EnvironmentFact.CPUS_ALLOWED, node.text(arm + ".cpus"));
        put(texts, EnvironmentFact.MEMORY_NODES_ALLOWED, node.text(arm + ".mems"));
        put(texts, EnvironmentFact.OVERCOMMIT, node.text(arm + ".overcommit"));
        put(texts, EnvironmentFact.KERNEL, node.text("kernel"));
        put(texts, EnvironmentFact.MACHINE, node.text("machine"));
        put(texts, EnvironmentFact.TOPOLOGY, node.text("topology"));
        NodeRun.hosts(node, arm).ifPresent(hosts -> texts.put(EnvironmentFact.NODES, hosts));
        put(texts, EnvironmentFact.PROGRAM, node.text(arm + ".program"));
        put(texts, EnvironmentFact.PROGRAM_AFTER, node.text(arm + ".program_after"));
        put(texts, EnvironmentFact.HARNESS, node.text(arm + ".harness"));
        put(texts, EnvironmentFact.HARNESS_AFTER, node.text(arm + ".harness_after"));
        put(texts, EnvironmentFact.SANDBOX_LIMIT, node.text(arm + ".sandbox_limit"));
        put(texts, EnvironmentFact.CLOCKS, clocks(node, arm, devices).map(ClockPolicy::text));
        return texts;
    }

    static Map<Covariate, Double> figures(NodeRecord node, String arm) {
        Map<Covariate, Double> figures = new EnumMap<>(Covariate.class);
        node.number(arm + ".available")
                .ifPresent(value -> figures.put(Covariate.AVAILABLE_MEMORY_BYTES, value * BYTES_PER_KIB));
        node.number(arm + ".lingering").ifPresent(value -> figures.put(Covariate.LINGERING_PROCESSES, value));
        difference(sum(node, arm + ".swap_before"), sum(node, arm + ".swap_after"))
                .ifPresent(value -> figures.put(Covariate.SWAPPED_PAGES, value));
        difference(
                        number(field(node, arm + ".stat_before", CHILDREN_MAJOR_FAULTS)),
                        number(field(node, arm + ".stat_after", CHILDREN_MAJOR_FAULTS)))
                .ifPresent(value -> figures.put(Covariate.MAJOR_FAULTS, value));
        node.number(arm + ".read").ifPresent(value -> figures.put(Covariate.READ_BYTES, value));
        return figures;
    }

    /** Returns the CPU's by governor or by a range of one frequency, the accelerators' by what their driver says; any that wanders decides. */
    private static Optional<ClockPolicy> clocks(NodeRecord node, String arm, DeviceReadings devices) {
        List<ClockPolicy> known = new ArrayList<>();
        Optional<String> governor = node.text(arm + ".governor").map(String::strip);
        Optional<String> lowest = node.text(arm + ".min_freq").map(String::strip);
        Optional<String> highest = node.text(arm + ".max_freq").map(String::strip);
        if (governor.isPresent() || (lowest.isPresent() && highest.isPresent())) {
            boolean isOneFrequency = lowest.isPresent()
                    && lowest.equals(highest)
                    && !lowest.get().contains(" ");
            boolean isLocked = isOneFrequency
                    || governor.map(text -> text.equals("performance")).orElse(false);
            known.add(isLocked ? ClockPolicy.LOCKED : ClockPolicy.UNLOCKED);
        }
        devices.clocks().ifPresent(known::add);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(known.contains(ClockPolicy.UNLOCKED) ? ClockPolicy.UNLOCKED : ClockPolicy.LOCKED);
    }

    static String key(EnvironmentFact circumstance) {
        return circumstance.name().toLowerCase(Locale.ROOT);
    }

    private static void put(Map<EnvironmentFact, String> texts, EnvironmentFact circumstance, Optional<String> value) {
        value.map(String::strip)
                .filter(text -> !text.isEmpty() && text.length() <= MAX_LENGTH)
                .ifPresent(text -> texts.put(circumstance, text));
    }

    private static Optional<String> field(NodeRecord node, String key, int position) {
        return node.text(key)
                .map(text -> text.split(" ", -1))
                .flatMap(fields -> fields.length > position ? Optional.of(fields[position]) : Optional.empty());
    }

    private static OptionalDouble number(Optional<String> digits) {
        return digits.filter(text -> text.matches("\\d{1,15}"))
                .map(text -> OptionalDouble.of(Double.parseDouble(text)))
                .orElse(OptionalDouble.empty());
    }

    private static OptionalDouble sum(NodeRecord node, String key) {
        Optional<String> text = node.text(key).map(String::strip);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        double sum = 0;
        for (String word : text.get().split(" ", -1)) {
            OptionalDouble value = number(Optional.of(word));
            if (value.isEmpty()) {
                return OptionalDouble.empty();
            }
            sum += value.getAsDouble();
        }
        return OptionalDouble.of(sum);
    }

    private static OptionalDouble difference(OptionalDouble before, OptionalDouble after) {
        return before.isPresent() && after.isPresent() && after.getAsDouble() >= before.getAsDouble()
                ? OptionalDouble.of(after.getAsDouble() - before.getAsDouble())
                : OptionalDouble.empty();
    }
}
