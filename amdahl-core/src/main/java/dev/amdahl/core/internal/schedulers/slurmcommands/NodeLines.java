package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.job.Accelerators;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what {@code sinfo} and {@code sacctmgr} print of nodes, one a line. */
public final class NodeLines {
    /** What {@code sinfo} is asked for; a node stands once for each of its partitions. */
    public static final List<String> STATES =
            List.of("--noheader", "--Node", "--Format=NodeHost:|,StateLong:|,Gres:|,GresUsed:|");

    /** What {@code sacctmgr} is asked for, beside the period; reasons, in which any character may stand, come last. */
    public static final List<String> EVENTS =
            List.of("--parsable2", "--noheader", "show", "event", "format=NodeName,Start,End,State,TRES,Reason");

    private static final Pattern GPU = Pattern.compile("(^|,)gpu");

    private NodeLines() {}

    /** A node as it stands: how many accelerators it has and jobs hold, and whether it takes jobs. */
    public record State(int accelerators, int held, boolean isInService) {}

    /** A time in which a node took no jobs; not over while the end is empty. */
    public record Event(
            String node, Instant start, Optional<Instant> end, String state, int accelerators, String reason) {
        /** Returns how long that was within a period. */
        public double seconds(Instant from, Instant to) {
            Instant begin = start.isBefore(from) ? from : start;
            Instant until = end.filter(to::isAfter).orElse(to);
            return Math.max(0, Duration.between(begin, until).toSeconds());
        }
    }

    /** Returns the nodes of an answer of {@code sinfo}. */
    public static List<State> states(String answer) {
        Map<String, State> nodes = new LinkedHashMap<>();
        answer.lines()
                .map(line -> List.of(line.split("\\|", -1)))
                .filter(words -> words.size() >= 4)
                .forEach(words -> {
                    String state = words.get(1).strip();
                    nodes.put(
                            words.get(0).strip(),
                            new State(
                                    count(words.get(2)),
                                    count(words.get(3)),
                                    state.matches("(idle|mixed|allocated|completing|planned|reserved)[+]?")));
                });
        return List.copyOf(nodes.values());
    }

    /** Returns the events of an answer of {@code sacctmgr}. */
    public static List<Event> events(String answer) {
        List<Event> events = new ArrayList<>();
        for (String line : answer.lines().toList()) {
            List<String> words = List.of(line.split("\\|", 6));
            if (words.size() == 6 && !words.get(0).isBlank()) {
                EpochTime.parse(words.get(1))
                        .ifPresent(start -> events.add(new Event(
                                words.get(0),
                                start,
                                EpochTime.parse(words.get(2)),
                                words.get(3),
                                GpuCount.ofTres(words.get(4), 1)
                                        .map(Accelerators::count)
                                        .orElse(0),
                                words.get(5).isBlank()
                                        ? "no reason told"
                                        : words.get(5).strip())));
            }
        }
        return events;
    }

    private static int count(String gres) {
        return GpuCount.ofTres(GPU.matcher(gres.strip()).replaceAll("$1gres:gpu"), 1)
                .map(Accelerators::count)
                .orElse(0);
    }
}
