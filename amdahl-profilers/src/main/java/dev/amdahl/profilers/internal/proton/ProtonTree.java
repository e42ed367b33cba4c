package dev.amdahl.profilers.internal.proton;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.profilers.internal.FileProfile;
import dev.amdahl.profilers.internal.nsys.NsysNames;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Adds up the scopes of a file. A scope's time is that of the kernels below it. Not thread-safe, used once. */
final class ProtonTree {
    private static final int MAX_NAME = 300;
    private static final int SHOWN = 10;
    private static final double MOST = 1e18;

    private final Map<String, Double> kernels = new HashMap<>();
    private final Map<String, Double> counters = new TreeMap<>();
    private final List<Rate> rates = new ArrayList<>();
    private long unusable;

    private record Rate(String name, double seconds, double flops, double bytes) {
        String words() {
            return String.format(
                    Locale.ROOT,
                    "%s: %.4g s%s%s",
                    name,
                    seconds,
                    flops > 0 ? String.format(Locale.ROOT, ", %.4g TFLOP/s", flops / seconds / 1e12) : "",
                    bytes > 0 ? String.format(Locale.ROOT, ", %.4g TB/s", bytes / seconds / 1e12) : "");
        }
    }

    /** Adds a tree; what is none, as the description of devices at the end, is skipped. Returns its nanoseconds. */
    double add(JsonNode node) {
        JsonNode metrics = node.path("metrics");
        String name = node.path("frame").path("name").asText("");
        String shown = name.substring(0, Math.min(MAX_NAME, name.length())).replaceAll("\\p{Cntrl}", "\uFFFD");
        double nanos = number(metrics.path("time (ns)"));
        if (nanos > 0) {
            kernels.merge(shown, nanos / 1e9, Double::sum);
            String kind = NsysNames.kernel(shown) == Activity.COMMUNICATION ? "communication" : "compute";
            counters.merge(kind + "_kernels", number(metrics.path("count")), Double::sum);
            counters.merge(kind + "_kernels_seconds", nanos / 1e9, Double::sum);
        }
        for (JsonNode child : node.path("children")) {
            nanos += add(child);
        }
        double flops = 0;
        for (Map.Entry<String, JsonNode> metric : metrics.properties()) {
            flops += metric.getKey().matches("flops\\d*") ? number(metric.getValue()) : 0;
        }
        double bytes = number(metrics.path("bytes"));
        if (nanos > 0 && flops + bytes > 0) {
            rates.add(new Rate(shown, nanos / 1e9, flops, bytes));
        }
        return nanos;
    }

    boolean isEmpty() {
        return kernels.isEmpty();
    }

    Profile profile(Artifact artifact) {
        List<HotFrame> hot = kernels.entrySet().stream()
                .map(kernel -> new HotFrame(kernel.getKey(), kernel.getValue()))
                .sorted(Comparator.comparingDouble(HotFrame::seconds).reversed().thenComparing(HotFrame::frame))
                .toList();
        List<String> findings = new ArrayList<>();
        rates.stream()
                .sorted(Comparator.comparingDouble(Rate::seconds).reversed())
                .limit(SHOWN)
                .map(Rate::words)
                .forEach(findings::add);
        if (unusable > 0) {
            findings.add("left out " + Plurals.of(unusable, "value") + " that is no usable number");
        }
        return new FileProfile(ProtonProfiler.NAME, artifact, Optional.empty(), counters, hot, findings);
    }

    /** Returns a number of at least 0, which what is not there is too. */
    private double number(JsonNode value) {
        double number = value.isNumber() ? value.doubleValue() : 0;
        boolean isUsable = number >= 0 && number < MOST && (value.isNumber() || value.isMissingNode());
        unusable += isUsable ? 0 : 1;
        return isUsable ? number : 0;
    }
}
