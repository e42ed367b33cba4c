package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.EnvironmentFact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether a confirmation could tell what belongs to the hosts or the hour of the first set.
 *
 * @param kind what the confirmation changed
 * @param pause between the end of the first set and the confirmation; zero without one
 * @param hosts of the confirmation, as far as they are known
 */
public record Replication(Kind kind, Duration pause, Set<String> hosts) {
    /** No confirmation was made. */
    public static final Replication NONE = new Replication(Kind.NONE, Duration.ZERO, Set.of());

    private static final Pattern NAMES = Pattern.compile(" ");
    private static final Duration MIN_DURATION = Duration.ofSeconds(1);

    public Replication {
        hosts = Set.copyOf(hosts);
    }

    /** What a confirmation changed. */
    public enum Kind {
        /** There is no confirmation. */
        NONE,
        /** None of its hosts had run a trial of the first set. */
        OTHER_HOSTS,
        /** It ran on the same hosts after a pause. */
        ANOTHER_TIME,
        /** It ran on the same hosts at once. */
        NEITHER
    }

    /** The confirmation under a set number, against the first set. */
    public static Replication of(List<Run> runs, int set) {
        List<Run> first = measured(runs, 1);
        List<Run> confirmation = measured(runs, set);
        if (set < 2 || first.isEmpty() || confirmation.isEmpty()) {
            return NONE;
        }
        Set<String> hosts = hosts(confirmation);
        Duration pause = Duration.between(end(first), confirmation.get(0).intendedAt());
        Duration shown = pause.isNegative() ? Duration.ZERO : pause;
        if (areOther(hosts(first), hosts)) {
            return new Replication(Kind.OTHER_HOSTS, shown, hosts);
        }
        return new Replication(pause.compareTo(MIN_DURATION) >= 0 ? Kind.ANOTHER_TIME : Kind.NEITHER, shown, hosts);
    }

    /** Hosts of the first set's trials. */
    static Set<String> firstHosts(List<Run> runs) {
        return hosts(measured(runs, 1)).stream()
                .filter(host -> !host.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean areOther(Set<String> first, Set<String> second) {
        return !first.contains("") && !second.contains("") && second.stream().noneMatch(first::contains);
    }

    private static List<Run> measured(List<Run> runs, int set) {
        return runs.stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL
                        && run.plan().set() == set
                        && run.result().isPresent())
                .toList();
    }

    private static Set<String> hosts(List<Run> runs) {
        return runs.stream()
                .flatMap(run -> run.result().map(Replication::hosts).orElse(Set.of("")).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns all nodes of a job on several, else the host, of separate submissions those of both. */
    static Set<String> hosts(RunResult result) {
        Set<String> nodes = result.arms().stream()
                .flatMap(arm -> Optional.ofNullable(arm.circumstances().get(EnvironmentFact.NODES)).stream())
                .flatMap(NAMES::splitAsStream)
                .collect(Collectors.toUnmodifiableSet());
        return nodes.isEmpty() ? Set.of(result.host().split("\\|", -1)) : nodes;
    }

    private static Instant end(List<Run> runs) {
        Run last = runs.get(runs.size() - 1);
        double seconds = last.result().orElseThrow().arms().stream()
                .map(ArmResult::wallSeconds)
                .mapToDouble(wall -> wall.orElse(0))
                .sum();
        return last.intendedAt().plus(Duration.ofMillis(Math.round(1000 * seconds)));
    }

    /** Returns what a reviewer is told of it; empty without a confirmation. */
    public Optional<String> caveat() {
        return switch (kind) {
            case NONE -> Optional.empty();
            case OTHER_HOSTS -> Optional.of("confirmed on other hosts: " + String.join(", ", new TreeSet<>(hosts)));
            case ANOTHER_TIME ->
                Optional.of("confirmed at another time on the same hosts, " + pause.toSeconds() + " s later");
            case NEITHER -> Optional.of("confirmed neither on other hosts nor at another time");
        };
    }
}
