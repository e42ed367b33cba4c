package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sums the samples of one {@code perf script} text. Not thread-safe, used once. */
final class PerfScriptReader {
    private static final Set<String> CLOCKS = Set.of("cpu-clock", "task-clock");
    private static final Set<String> CYCLES = Set.of("cycles", "cpu-cycles", "cpu_core/cycles/", "cpu_atom/cycles/");
    private static final Pattern RATE = Pattern.compile("\\s(?:-F|--freq=?)\\s{0,2}([1-9]\\d{0,5})(?:\\s|$)");
    private static final int MAX_EVENTS = 200;

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final StackTotals totals = new StackTotals();
    private final BranchTrace branches = new BranchTrace(totals);
    private final Map<String, Long> others = new TreeMap<>();
    private final List<String> frames = new ArrayList<>();
    private @Nullable PerfHeader open;
    private boolean hasClock;
    private double rate;
    private long samples;
    private long withoutStack;
    private long skipped;

    PerfScriptReader(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
    }

    Profile read() {
        try (TextLines lines = TextLines.open(artifact, limits)) {
            for (String line = lines.nextWhole(); line != null; line = lines.nextWhole()) {
                take(line);
            }
            close();
            skipped += lines.longLines();
            if (samples == 0 && branches.isEmpty() && others.isEmpty()) {
                throw lines.invalidFile("no sample of perf script", "give the output of 'perf script'");
            }
        }
        Map<String, Double> counters = new HashMap<>(totals.counters());
        if (branches.isEmpty()) {
            counters.put("perf_samples", (double) samples);
        } else {
            counters.putAll(branches.counters());
        }
        return new SampledProfile(
                artifact, PerfScriptProfiler.NAME, Optional.empty(), counters, totals.hotFrames(), findings());
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>(totals.findings());
        others.forEach((event, count) -> findings.add(Plurals.of(count, "sample") + " of event " + event
                + " only counted: no processor time, or that time seen twice"));
        if (!branches.isEmpty()) {
            findings.add("branch trace: time outside user code (kernel or waiting) is off_cpu_seconds");
        }
        if (withoutStack > 0) {
            findings.add(withoutStack + " of " + Plurals.of(samples, "sample")
                    + " without a stack: left out of the hot frames");
        }
        if (skipped > 0) {
            findings.add("skipped " + Plurals.of(skipped, "line") + ": neither header nor frame, or too long");
        }
        return findings;
    }

    private void take(String line) {
        if (line.isBlank()) {
            close();
        } else if (line.startsWith("#")) {
            Matcher rateOfRecord = RATE.matcher(line);
            if (line.startsWith("# cmdline") && rateOfRecord.find()) {
                rate = Double.parseDouble(rateOfRecord.group(1));
            }
        } else {
            Optional<PerfHeader> header = PerfHeader.of(line)
                    .filter(h -> BranchTrace.isRow(h) || !h.event().isEmpty());
            if (header.isPresent()) {
                close();
                begin(header.get());
            } else {
                frame(line);
            }
        }
    }

    private void begin(PerfHeader header) {
        if (BranchTrace.isRow(header)) {
            branches.add(header);
            return;
        }
        open = header;
        PerfFrame.of(header.afterEvent()).ifPresent(frames::add);
    }

    private void frame(String line) {
        Optional<String> frame = PerfFrame.of(line);
        if (open == null) {
            skipped++;
        } else if (frame.isPresent()) {
            if (frames.size() < FoldedLine.DEEPEST) {
                frames.add(frame.get());
            }
        } else {
            Optional<String> source = PerfFrame.source(line);
            if (source.isPresent() && !frames.isEmpty()) {
                frames.set(frames.size() - 1, frames.get(frames.size() - 1) + " (" + source.get() + ")");
            } else {
                skipped++;
            }
        }
    }

    private void close() {
        PerfHeader header = open;
        if (header == null) {
            return;
        }
        String event = header.event();
        boolean isClock = CLOCKS.contains(event);
        if ((isClock || CYCLES.contains(event)) && (samples == 0 || isClock == hasClock)) {
            hasClock = isClock;
            samples++;
            sum(header, isClock);
        } else if (others.size() < MAX_EVENTS || others.containsKey(event)) {
            others.merge(event, 1L, Long::sum);
        }
        frames.clear();
        open = null;
    }

    private void sum(PerfHeader header, boolean isClock) {
        if (frames.isEmpty()) {
            withoutStack++;
            return;
        }
        Collections.reverse(frames);
        if (header.command().startsWith("swapper")) {
            frames.add(0, "cpu_startup_entry");
        }
        if (isClock && header.hasPeriod()) {
            totals.add(frames, header.period() / 1e9, Weight.ON_CPU_SECONDS);
        } else if (rate > 0) {
            totals.add(frames, 1 / rate, Weight.ON_CPU_SECONDS);
        } else {
            totals.add(frames, 1, Weight.SAMPLES);
        }
    }
}
