package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.copilot.Copilot;
import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.JobTimeline;
import dev.amdahl.core.internal.timeline.analysis.NamedTimeline;
import dev.amdahl.core.internal.timeline.analysis.RankComparison;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ranks of a job beside each other, as {@code trace --rank-dir} tells it.
 *
 * @param comparison who waits for whom
 * @param job where the seconds of all ranks went; empty where their clocks are of different kinds
 * @param findings what was left out, and what the comparison says
 */
record TraceRanks(RankComparison comparison, Optional<Diagnosis> job, List<String> findings) {
    private static final int MAX_RANKS = 1 << 20;

    /** Returns the ranks among some files, and what all of them say. */
    static TraceRanks of(List<Path> files, List<TraceReading> readings) {
        RankFiles chosen = RankFiles.of(files, readings);
        List<NamedTimeline> ranks = chosen.ranks();
        int most = readings.stream()
                .mapToInt(reading ->
                        (int) Math.min(MAX_RANKS, reading.profile().counters().getOrDefault("trace_world_size", 0.0)))
                .max()
                .orElse(0);
        int highest = ranks.stream().mapToInt(NamedTimeline::rank).max().orElse(-1);
        RankComparison comparison = RankComparison.of(ranks, Math.max(most, highest + 1));
        List<String> findings = new ArrayList<>(chosen.findings());
        findings.addAll(comparison.findings());
        return new TraceRanks(comparison, job(ranks, readings), findings);
    }

    /** In the window in which all were recorded. */
    private static Optional<Diagnosis> job(List<NamedTimeline> ranks, List<TraceReading> readings) {
        List<Timeline> timelines = ranks.stream().map(NamedTimeline::timeline).toList();
        if (timelines.stream().map(Timeline::isEpochBased).distinct().count() != 1) {
            return Optional.empty();
        }
        List<Profile> profiles = readings.stream()
                .map(TraceReading::profile)
                .filter(profile ->
                        profile.timeline().filter(timelines::contains).isPresent())
                .toList();
        return Optional.of(
                Diagnose.diagnose("all ranks", JobTimeline.ofRanks(timelines).common(), profiles));
    }

    ObjectNode json() {
        ObjectNode json = (ObjectNode) Json.tree(comparison);
        json.set("findings", Json.texts(findings));
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
        StringBuilder out = new StringBuilder();
        Width width = Width.ofTerminal();
        job.map(diagnosis -> Copilot.firstLook(diagnosis, findings))
                .orElse(List.of())
                .forEach(sentence -> out.append(width.lines("", sentence)));
        out.append(width.lines("", waits())).append('\n');
        out.append(table).append('\n');
        job.ifPresent(diagnosis -> {
            Table classes = new Table(
                    "time of all ranks goes to",
                    "class",
                    "seconds",
                    "share",
                    "ceiling (wall)",
                    "ceiling (accelerator)");
            new TraceAccounts(diagnosis).rows().forEach(row -> classes.row(row.toArray(new String[0])));
            out.append(classes).append('\n');
        });
        findings.forEach(finding -> out.append(Width.line("note: ", finding)));
        return out.toString();
    }

    private String waits() {
        return switch (comparison.skew()) {
            case UNKNOWN -> "Too few collectives are recorded to say which rank the others wait for.";
            case BALANCED -> "The ranks hardly wait for each other.";
            case SAME_RANK -> "The ranks wait for the same one again and again: look at its node.";
            case ROTATING -> "The ranks wait now for one, now for another: their work is not balanced.";
        };
    }

    private static String millis(long nanos) {
        return Words.number("%.3f", nanos / 1e6);
    }
}
