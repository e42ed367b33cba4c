package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.profiler.HotFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Sums over stacks: what each innermost frame took, and what it was spent on. Bounded: frames are cut to 300 characters, and past
 * 50,000 distinct ones the rest is one frame of its own. Not thread-safe.
 */
public final class StackTotals {
    private static final int SHOWN = 1000;

    private final Map<Weight, FrameSums> sums = new EnumMap<>(Weight.class);
    private boolean isProcessorTime = true;

    /** Says that samples are not of processor time, so that they tell no share of it. */
    public void samplesAreNotProcessorTime() {
        isProcessorTime = false;
    }

    /**
     * Adds one stack.
     *
     * @param frames innermost last
     * @param weight seconds or samples; nothing is added unless it is positive
     */
    public void add(List<String> frames, double weight, Weight unit) {
        if (!frames.isEmpty() && weight > 0 && Double.isFinite(weight)) {
            sums.computeIfAbsent(unit, key -> new FrameSums()).add(frames, weight, unit == Weight.OFF_CPU_SECONDS);
        }
    }

    /** Makes samples seconds on the processor, where their period became known after them; needs none of those yet. */
    public void samplesAreSeconds(double period) {
        if (!(period > 0) || sums.containsKey(Weight.ON_CPU_SECONDS)) {
            throw new IllegalArgumentException("a period of " + period + " s, or seconds are given beside the samples");
        }
        FrameSums samples = sums.remove(Weight.SAMPLES);
        if (samples != null) {
            samples.scale(period);
            sums.put(Weight.ON_CPU_SECONDS, samples);
        }
    }

    /** Returns all that was added in this unit; 0 if nothing. */
    public double total(Weight unit) {
        return sum(unit).map(FrameSums::total).orElse(0.0);
    }

    /** Returns whether nothing was added. */
    public boolean isEmpty() {
        return sums.isEmpty();
    }

    /** Totals, and the share of processor time of each use that was seen; a use that was not seen is absent. */
    public Map<String, Double> counters() {
        Map<String, Double> counters = new HashMap<>();
        Optional<FrameSums> on = sum(Weight.ON_CPU_SECONDS);
        Optional<FrameSums> samples = sum(Weight.SAMPLES);
        samples.ifPresent(sum -> counters.put("stack_samples", sum.total()));
        on.ifPresent(sum -> counters.put("on_cpu_sampled_seconds", sum.used()));
        on.or(() -> isProcessorTime ? samples : Optional.empty()).ifPresent(sum -> counters.putAll(sum.shares()));
        sum(Weight.OFF_CPU_SECONDS).ifPresent(sum -> {
            counters.put("off_cpu_seconds", sum.total());
            counters.putAll(sum.reasons());
        });
        return counters;
    }

    /**
     * Returns the frames, hottest first, at most a thousand: seconds on the processor where known, else seconds off it, else shares of all
     * samples; {@link #findings} says which.
     */
    public List<HotFrame> hotFrames() {
        Optional<Weight> unit = shown();
        if (unit.isEmpty()) {
            return List.of();
        }
        FrameSums chosen = sum(unit.get()).orElseThrow();
        double scale = unit.get() == Weight.SAMPLES ? 1 / chosen.total() : 1;
        return chosen.frames().entrySet().stream()
                .map(frame -> new HotFrame(frame.getKey(), frame.getValue() * scale))
                .sorted(Comparator.comparingDouble(HotFrame::seconds).reversed().thenComparing(HotFrame::frame))
                .limit(SHOWN)
                .toList();
    }

    /** Returns what the hot frames are, and what was left out of them. */
    public List<String> findings() {
        List<String> findings = new ArrayList<>();
        Optional<Weight> unit = shown();
        if (unit.isEmpty()) {
            return findings;
        }
        long samples = Math.round(total(Weight.SAMPLES));
        if (unit.get() == Weight.SAMPLES) {
            findings.add("the rate of sampling is not known: hot frames are shares of " + Plurals.of(samples, "sample")
                    + ", not seconds");
        } else if (samples > 0) {
            findings.add(Plurals.of(samples, "sample") + " of unknown rate beside seconds: left out of the hot frames");
        }
        if (unit.get() == Weight.OFF_CPU_SECONDS) {
            findings.add("hot frames are seconds off the processor, summed over threads");
        }
        FrameSums chosen = sum(unit.get()).orElseThrow();
        if (chosen.leftOut() > 0) {
            findings.add(String.format(
                    Locale.ROOT,
                    "%.6f s of kernel threads or idle processors are not among the hot frames",
                    chosen.leftOut()));
        }
        if (chosen.isFull()) {
            findings.add("more than " + FrameSums.MAX + " distinct frames: the rest is summed as " + FrameSums.REST);
        }
        return findings;
    }

    private Optional<Weight> shown() {
        for (Weight unit : Weight.values()) {
            if (sums.containsKey(unit)) {
                return Optional.of(unit);
            }
        }
        return Optional.empty();
    }

    private Optional<FrameSums> sum(Weight unit) {
        return Optional.ofNullable(sums.get(unit));
    }
}
