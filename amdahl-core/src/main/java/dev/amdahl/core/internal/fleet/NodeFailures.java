package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.job.FleetJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes runs ended badly on more often than chance explains: by the node itself ({@code NODE_FAIL}, {@code BOOT_FAIL}, a label
 * {@code xid} or {@code ecc} that is not 0), or by an exit code. A run on several nodes counts on each, since nobody says which one it was.
 * Not thread-safe.
 */
final class NodeFailures {
    /** Chance of one false suggestion in a fleet of sound nodes, for each kind of failure. */
    private static final double ERROR = .01;

    private static final int MIN_FAILURES = 2;
    private static final Pattern BLAMED = Pattern.compile("\\b(NODE_FAIL|BOOT_FAIL)\\b");

    private final Map<String, Counts> nodes = new TreeMap<>();

    /** Runs of one node. */
    private static final class Counts {
        private long runs;
        private long byNode;
        private long byExit;
    }

    /** Starts anew. */
    void clear() {
        nodes.clear();
    }

    /** Counts a run that has ended. */
    void add(FleetJob job, List<String> names) {
        if (job.started().isEmpty() || job.ended().isEmpty()) {
            return;
        }
        Map<String, String> labels = job.labels();
        boolean isByNode = BLAMED.matcher(labels.getOrDefault("state", "")).find()
                || isTold(labels.get("xid"))
                || isTold(labels.get("ecc"));
        boolean isByExit = !isByNode && labels.getOrDefault("state", "").contains("FAILED");
        for (String name : names) {
            Counts counts = nodes.computeIfAbsent(name, key -> new Counts());
            counts.runs++;
            counts.byNode += isByNode ? 1 : 0;
            counts.byExit += isByExit ? 1 : 0;
        }
    }

    private static boolean isTold(@Nullable String value) {
        return value != null && !value.isBlank() && !value.strip().matches("0+(\\.0+)?");
    }

    /** Returns a line for each node that stands out, and one with what would keep trials off all of them; nothing is done. */
    List<String> suggestions() {
        long runs = nodes.values().stream().mapToLong(counts -> counts.runs).sum();
        long byNode = nodes.values().stream().mapToLong(counts -> counts.byNode).sum();
        long byExit = nodes.values().stream().mapToLong(counts -> counts.byExit).sum();
        List<String> lines = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        nodes.forEach((name, counts) -> {
            boolean isBroken = standsOut(counts.byNode, counts.runs, byNode, runs);
            if (isBroken || standsOut(counts.byExit, counts.runs, byExit, runs)) {
                bad.add(name);
                lines.add(
                        isBroken
                                ? line(name, "the node or its devices failed", counts.byNode, counts.runs, byNode, runs)
                                : line(name, "their commands failed", counts.byExit, counts.runs, byExit, runs));
            }
        });
        if (!bad.isEmpty()) {
            lines.add("to keep trials off: --scheduler-setting exclude=" + String.join(",", bad));
        }
        return lines;
    }

    /** By the rate of all other nodes, one failure more than they had, so that none is not taken for never. */
    private boolean standsOut(long failed, long own, long allFailed, long all) {
        if (failed < MIN_FAILURES || all == own) {
            return false;
        }
        double elsewhere = Math.min(1, (allFailed - failed + 1.0) / (all - own + 1.0));
        double chance = BinomialDistribution.of(Math.toIntExact(own), elsewhere)
                .survivalProbability(Math.toIntExact(failed) - 1);
        return chance < ERROR / nodes.size();
    }

    private static String line(String name, String how, long failed, long own, long allFailed, long all) {
        return String.format(
                Locale.ROOT,
                "%s: of %d runs %d ended since %s, elsewhere %d of %d",
                name,
                own,
                failed,
                how,
                allFailed - failed,
                all - own);
    }
}
