package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.timeline.Diagnose;
import dev.amdahl.core.timeline.JobTimeline;
import dev.amdahl.core.timeline.analysis.NamedTimeline;
import dev.amdahl.core.timeline.analysis.RankComparison;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The ranks of a job beside each other, as {@code trace --rank-dir} tells it. Immutable.
 *
 * @param comparison who waits for whom
 * @param job where the seconds of all ranks went; empty where their clocks are of different kinds
 */
record TraceRanks(RankComparison comparison, Optional<Diagnosis> job) {
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
        return new TraceRanks(RankComparison.of(ranks, Math.max(most, highest + 1)), job(ranks, readings));
    }

    private static Optional<Diagnosis> job(List<NamedTimeline> ranks, List<TraceReading> readings) {
        List<Timeline> timelines = ranks.stream().map(NamedTimeline::timeline).toList();
        if (timelines.stream().map(Timeline::isEpochBased).distinct().count() != 1) {
            return Optional.empty();
        }
        List<Profile> profiles = readings.stream().map(TraceReading::profile).toList();
        return Optional.of(Diagnose.diagnose("all ranks", JobTimeline.ofRanks(timelines), profiles));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    ObjectNode json() {
        ObjectNode json = (ObjectNode) Json.tree(comparison);
        job.ifPresent(diagnosis -> json.set("classes", new TraceAccounts(diagnosis).json()));
        return json;
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
        job.ifPresent(diagnosis -> {
            Table classes =
                    new Table("class, all ranks", "seconds", "share", "ceiling (wall)", "ceiling (accelerator)");
            new TraceAccounts(diagnosis).rows().forEach(row -> classes.row(row.toArray(new String[0])));
            out.append(classes).append('\n');
        });
        comparison
                .findings()
                .forEach(finding -> out.append("note: ").append(finding).append('\n'));
        return out.toString();
    }

    private static String millis(long nanos) {
        return Words.number("%.3f", nanos / 1e6);
    }
}
