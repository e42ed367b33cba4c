package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.timeline.analysis.NamedTimeline;
import dev.amdahl.core.timeline.analysis.RankComparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The ranks of a job beside each other, as {@code trace --rank-dir} tells it. Immutable. */
record TraceRanks(RankComparison comparison) {
    private static final int MOST_RANKS = 1 << 20;

    /** Ranks by the number in the file's name where all have one of their own, else by order. */
    static TraceRanks of(List<Path> files, List<TraceReading> readings) {
        Set<Integer> numbers = new HashSet<>();
        files.forEach(file -> NamedTimeline.rankOf(name(file)).ifPresent(numbers::add));
        boolean named = numbers.size() == files.size();
        List<NamedTimeline> ranks = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            String name = name(files.get(i));
            int rank = named ? NamedTimeline.rankOf(name).orElseThrow() : i;
            readings.get(i)
                    .profile()
                    .timeline()
                    .ifPresent(timeline -> ranks.add(new NamedTimeline(name, rank, timeline)));
        }
        int most = readings.stream()
                .mapToInt(reading ->
                        (int) Math.min(MOST_RANKS, reading.profile().counters().getOrDefault("trace_world_size", 0.0)))
                .max()
                .orElse(0);
        int highest = ranks.stream().mapToInt(NamedTimeline::rank).max().orElse(-1);
        return new TraceRanks(RankComparison.of(ranks, Math.max(most, highest + 1)));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    ObjectNode json() {
        return (ObjectNode) Json.tree(comparison);
    }

    String text() {
        Table table = new Table(
                "rank",
                "file",
                "compute ms",
                "communication ms",
                "idle ms",
                "waits for others ms",
                "last",
                "caused ms");
        comparison
                .ranks()
                .forEach(rank -> table.row(
                        Integer.toString(rank.rank()),
                        rank.name(),
                        rank.device() == null
                                ? Words.NONE
                                : millis(rank.device().computeNanos()),
                        rank.device() == null
                                ? Words.NONE
                                : millis(rank.device().communicationNanos()),
                        rank.device() == null
                                ? Words.NONE
                                : millis(rank.device().idleNanos()),
                        millis(rank.skewWaitNanos()),
                        Integer.toString(rank.last()),
                        millis(rank.causedWaitNanos())));
        StringBuilder out = new StringBuilder(
                "Ranks: " + comparison.skew().name().toLowerCase(Locale.ROOT).replace('_', ' ') + "\n\n");
        out.append(table).append('\n');
        comparison
                .findings()
                .forEach(finding -> out.append("note: ").append(finding).append('\n'));
        return out.toString();
    }

    private static String millis(long nanos) {
        return Words.number("%.3f", nanos / 1e6);
    }
}
