package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Computes what Holistic Trace Analysis 0.6.1 gives for the same files. A key for which HTA itself stops with an error is absent, and
 * a finding says so. Not thread-safe, used once.
 */
public final class HtaCompat {
    private static final int KIND = "Memcpy DtoH".length();

    private static final int TOP = 10;
    private static final String STANDS = "; the exact mode's result stands";

    private final ObjectNode json = JsonNodeFactory.instance.objectNode();
    private final List<String> findings = new ArrayList<>();

    private HtaCompat() {}

    /**
     * Reads the traces of a job.
     *
     * @param rankFiles one file per rank; a single file is rank 0, several have the ranks that all of them name, or else their order
     * @param includeLastStep whether the last of several steps counts, which by default it does not
     * @throws InvalidInputException where a file is absent, not a trace, broken, or larger than the limits or the memory
     */
    public static HtaReport read(List<Path> rankFiles, ProfileLimits limits, boolean includeLastStep) {
        HtaCompat compat = new HtaCompat();
        compat.run(ranks(rankFiles, limits), includeLastStep);
        return new HtaReport(compat.json, compat.findings);
    }

    private void run(Map<Integer, RankReader> ranks, boolean includeLastStep) {
        boolean stops = false;
        for (Map.Entry<Integer, RankReader> rank : List.copyOf(ranks.entrySet())) {
            RankReader reader = rank.getValue();
            if (reader.outside > 0) {
                findings.add("rank " + rank.getKey() + ": left out " + Plurals.of(reader.outside, "event")
                        + " whose times a double does not hold to the microsecond");
            }
            String failure = reader.failure();
            if (!failure.isEmpty()) {
                ranks.remove(rank.getKey());
                stops |= !reader.isWithoutEvents();
                findings.add("rank " + rank.getKey() + ": " + failure + STANDS);
            }
        }
        if (stops || ranks.isEmpty()) {
            return;
        }
        try {
            analyze(select(ranks, includeLastStep));
        } catch (HtaStops e) {
            findings.add(e.why() + STANDS);
        }
    }

    /** Returns what HTA analyzes of each rank: times from the earliest event of all ranks, and the steps that it keeps. */
    private List<Selection> select(Map<Integer, RankReader> ranks, boolean includeLastStep) throws HtaStops {
        Set<String> steps = new TreeSet<>();
        double origin = Double.POSITIVE_INFINITY;
        for (RankReader rank : ranks.values()) {
            steps.addAll(rank.steps);
            origin = Math.min(origin, rank.firstStart);
        }
        boolean hasSteps = steps.size() > 1;
        if (hasSteps && ranks.values().iterator().next().isMtia()) {
            throw new HtaStops("HTA takes the steps of an MTIA apart in its own way, which is not reproduced");
        }
        List<Selection> selections = new ArrayList<>();
        for (Map.Entry<Integer, RankReader> rank : ranks.entrySet()) {
            RankReader reader = rank.getValue();
            Selection selection = Selection.of(rank.getKey(), reader, origin, hasSteps, includeLastStep);
            findings.addAll(selection.departures(reader.isRounded));
            selections.add(selection);
        }
        return selections;
    }

    /** Reads the files, each as one rank. */
    private static Map<Integer, RankReader> ranks(List<Path> files, ProfileLimits limits) {
        List<RankReader> readers = new ArrayList<>();
        Map<Integer, RankReader> named = new TreeMap<>();
        Map<Integer, RankReader> ordered = new TreeMap<>();
        long rows = Math.min(limits.maxEvents(), Runtime.getRuntime().maxMemory() / RankReader.BYTES_PER_EVENT);
        for (Path file : files) {
            RankReader reader = RankReader.read(file, limits, rows);
            rows -= reader.events.size();
            ordered.put(readers.size(), reader);
            reader.rank.ifPresent(rank -> named.put(rank, reader));
            readers.add(reader);
        }
        return files.size() > 1 && named.size() == files.size() ? named : ordered;
    }

    private void analyze(List<Selection> ranks) {
        put("temporal_breakdown", () -> DeviceTime.temporal(ranks));
        put("idle_time_breakdown", () -> IdleBreakdown.of(ranks));
        put("gpu_kernel_breakdown_nomem", () -> DeviceTime.types(ranks));
        put("comm_comp_overlap", () -> DeviceTime.overlap(ranks));
        queues(ranks);
        put("cuda_kernel_launch_stats", () -> LaunchStatistics.of(ranks));
        put("gpu_kernel_breakdown", () -> types(ranks).set("kernels", KernelTotals.kernels(ranks, Integer.MAX_VALUE)));
        put("gpu_kernel_breakdown_default_top", () -> KernelTotals.kernels(ranks, TOP));
        put("memory_bw_summary", () -> of(ranks));
        put("gpu_user_annotation_breakdown", () -> KernelTotals.annotations(ranks));
    }

    private ObjectNode types(List<Selection> ranks) throws HtaStops {
        return json.get("gpu_kernel_breakdown_nomem") instanceof ObjectNode known
                ? known.deepCopy()
                : DeviceTime.types(ranks);
    }

    private void queues(List<Selection> ranks) {
        try {
            QueueLength length = QueueLength.of(ranks);
            put("queue_length_summary", length::summary);
            put("time_blocked_on_full_queue", length::blocked);
        } catch (HtaStops e) {
            findings.add("queue_length_summary and time_blocked_on_full_queue: " + e.why() + STANDS);
        }
    }

    /** One of HTA's analyses. */
    private interface Analysis {
        JsonNode result() throws HtaStops;
    }

    private void put(String key, Analysis analysis) {
        try {
            json.set(key, analysis.result());
        } catch (HtaStops e) {
            findings.add(key + ": " + e.why() + STANDS);
        }
    }

    private record Change(double time, double by) {}

    /** Null without copies. */
    private static JsonNode of(List<Selection> ranks) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        boolean hasCopies = false;
        for (Selection rank : ranks) {
            List<Event> copies = rank.ofType(KernelType.MEMORY);
            hasCopies |= !copies.isEmpty();
            Map<String, List<Change>> kinds = new TreeMap<>();
            for (Event copy : copies) {
                double end = copy.duration == 0 ? copy.start + 1 : copy.end();
                List<Change> changes = kinds.computeIfAbsent(kind(copy.name), any -> new ArrayList<>());
                changes.add(new Change(copy.start, copy.bandwidth));
                changes.add(new Change(end, -copy.bandwidth));
            }
            kinds.forEach((kind, changes) -> {
                double[] running = running(changes);
                if (running.length > 0) {
                    new Describe(running)
                            .addTo(result.addObject().put("rank", rank.rank()).put("name", kind));
                }
            });
        }
        return hasCopies ? result : JsonNodeFactory.instance.nullNode();
    }

    /** Returns the sums after each change that are above 0. */
    private static double[] running(List<Change> changes) {
        changes.sort(Comparator.comparingDouble(Change::time).thenComparingDouble(Change::by));
        double[] sums = new double[changes.size()];
        double sum = 0;
        int n = 0;
        for (Change change : changes) {
            sum += change.by;
            if (sum > 0) {
                sums[n++] = sum;
            }
        }
        return Arrays.copyOf(sums, n);
    }

    private static String kind(String name) {
        if (name.startsWith("Memset")) {
            return "Memset";
        }
        return name.startsWith("Memcpy") ? name.substring(0, Math.min(KIND, name.length())) : "Memcpy Unknown";
    }
}
