package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.internal.stacks.SampledProfile;
import dev.amdahl.profilers.internal.stacks.StackTotals;
import dev.amdahl.profilers.internal.stacks.Weight;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What the outputs of one file add up to. Names of maps come from the file and keep their {@code @}, so that they cannot pass for
 * counters of this library. Not thread-safe.
 */
final class BpfResults {
    private static final int MAX_VALUES = 1000;
    private static final int MAX_KEYS = 10_000;
    /** Buckets of all histograms by name and key that are kept. */
    private static final int MAX_BUCKETS = 500_000;

    private static final int MAX_NAME = 120;

    private final StackTotals stacks = new StackTotals();
    private final Map<BpfTool, Histogram> times = new EnumMap<>(BpfTool.class);
    private final Map<String, Histogram> named = new TreeMap<>();
    private final Map<String, Shown> last = new LinkedHashMap<>();
    private final Map<String, Double> values = new TreeMap<>();
    private final List<String> findings = new ArrayList<>();
    private ToolRun run = ToolRun.NONE;
    private long histograms;
    private long leftOut;
    private long buckets;
    private boolean isAssumed;

    /** What was printed last of a map, which the next print may continue. */
    private record Shown(Optional<BpfTool> tool, String name, Histogram histogram) {}

    /** A command line or a tool's first line was seen. */
    void run(ToolRun next) {
        if (next.isCommand() || next.tool() != run.tool()) {
            flush();
        }
        run = next.isCommand() ? next : run.with(next);
    }

    /**
     * A histogram of one interval that nothing continues, as bcc prints them.
     *
     * @param section whose it is, where there is one for each of several; empty for none
     */
    void histogram(String section, String unit, Histogram histogram) {
        histograms++;
        Optional<BpfTool> tool = timeOf(unit);
        if (tool.isPresent() && !section.isEmpty()) {
            merge(Optional.empty(), section + unit, histogram);
        }
        merge(tool, section + unit, histogram);
    }

    /**
     * A map as bpftrace prints it: the same map printed again is the same counts and more, unless it was cleared between.
     *
     * @param name with its {@code @}
     * @param key which entry; empty for none
     */
    void map(String name, String key, Histogram histogram) {
        histograms++;
        Optional<BpfTool> tool = timeOf(name);
        String place = name + "[" + key + "]";
        Shown before = last.get(place);
        buckets += before == null ? histogram.buckets() : 0;
        if (buckets > MAX_BUCKETS && tool.isEmpty()) {
            leftOut++;
            return;
        }
        if (before != null && !histogram.continues(before.histogram())) {
            merge(before.tool(), before.name(), before.histogram());
        }
        if (before == null && (last.size() >= MAX_KEYS || buckets > MAX_BUCKETS)) {
            merge(tool, name, histogram);
        } else {
            last.put(place, new Shown(tool, name, histogram));
        }
    }

    /** A number that the file gives a name. */
    void value(String name, double value) {
        String cut = name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name;
        if (!Double.isFinite(value)) {
            leftOut++;
        } else if (values.size() < MAX_VALUES || values.containsKey(cut)) {
            values.put(cut, value);
        } else {
            leftOut++;
        }
    }

    /**
     * A stack of the current run.
     *
     * @param frames innermost last
     * @param count what the tool counted
     */
    void stack(List<String> frames, double count) {
        if (run.tool() == BpfTool.OFFCPUTIME) {
            stacks.add(frames, count * 1e-6, Weight.OFF_CPU_SECONDS);
        } else if (run.tool() == BpfTool.PROFILE && run.frequency() > 0) {
            isAssumed |= run.isAssumed();
            stacks.add(frames, count / run.frequency(), Weight.ON_CPU_SECONDS);
        } else {
            if (run.tool() != BpfTool.PROFILE) {
                stacks.samplesAreNotProcessorTime();
            }
            stacks.add(frames, count, Weight.SAMPLES);
        }
    }

    void finding(String sentence) {
        findings.add(sentence);
    }

    boolean isEmpty() {
        return histograms == 0 && values.isEmpty() && stacks.isEmpty();
    }

    Profile profile(Artifact artifact, String profiler) {
        flush();
        Map<String, Double> counters = new HashMap<>(values);
        List<String> sentences = new ArrayList<>();
        times.forEach((tool, histogram) -> tool.counter().ifPresent(name -> {
            add(name + "_", "_seconds", 1e9, histogram, counters);
            sentences.add(sentence(name, histogram));
        }));
        named.forEach((name, histogram) -> {
            OptionalLong unit = TimeUnits.nanos(name);
            add(name + ".", unit.isPresent() ? "_seconds" : "", unit.isPresent() ? 1e9 : 1, histogram, counters);
        });
        counters.putAll(stacks.counters());
        sentences.addAll(stacks.findings());
        if (isAssumed) {
            sentences.add("a command shows no rate of sampling: 49 Hz, the default of bcc's profile, was taken");
        }
        if (leftOut > 0) {
            sentences.add(leftOut + " values or histograms are beyond the first " + MAX_VALUES
                    + " names or not finite and were left out");
        }
        sentences.addAll(findings);
        return new SampledProfile(artifact, profiler, Optional.empty(), counters, stacks.hotFrames(), sentences);
    }

    private Optional<BpfTool> timeOf(String unit) {
        boolean isTime = TimeUnits.nanos(unit).isPresent();
        return isTime && run.tool().counter().isPresent() ? Optional.of(run.tool()) : Optional.empty();
    }

    private void flush() {
        last.values().forEach(shown -> merge(shown.tool(), shown.name(), shown.histogram()));
        last.clear();
    }

    private void merge(Optional<BpfTool> tool, String name, Histogram histogram) {
        if (tool.isPresent()) {
            times.computeIfAbsent(tool.get(), key -> new Histogram()).addAll(histogram);
        } else if (named.size() < MAX_VALUES || named.containsKey(name)) {
            String cut = name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name;
            named.computeIfAbsent(cut, key -> new Histogram()).addAll(histogram);
        } else {
            leftOut++;
        }
    }

    private static void add(
            String name, String unit, double divisor, Histogram histogram, Map<String, Double> counters) {
        counters.put(name + "count", (double) histogram.total());
        histogram.upperBound(.5).ifPresent(bound -> counters.put(name + "p50_upper" + unit, bound / divisor));
        histogram.upperBound(.99).ifPresent(bound -> counters.put(name + "p99_upper" + unit, bound / divisor));
        histogram.lowSum().ifPresent(sum -> counters.put(name + "sum_lower" + unit, sum / divisor));
        histogram.highSum().ifPresent(sum -> counters.put(name + "sum_upper" + unit, sum / divisor));
    }

    private static String sentence(String name, Histogram histogram) {
        return String.format(
                Locale.ROOT,
                "%s: %d, half below %.9g s, 99 %% below %.9g s (upper bounds of buckets), together %.6g to %.6g s;"
                        + " of all tasks that the tool was told to watch",
                name,
                histogram.total(),
                histogram.upperBound(.5).orElse(Double.NaN) / 1e9,
                histogram.upperBound(.99).orElse(Double.NaN) / 1e9,
                histogram.lowSum().orElse(Double.NaN) / 1e9,
                histogram.highSum().orElse(Double.NaN) / 1e9);
    }
}
