package dev.amdahl.profilers.internal.joblog;

import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counters and findings of a log. Not thread-safe. */
final class LogFigures {
    private static final double STEADY = 1.1;

    private final Map<String, Double> counters = new TreeMap<>();
    private final List<String> findings = new ArrayList<>();
    private boolean withoutZone;
    private boolean withoutFraction;
    private long steps;
    private final LogRates rates = new LogRates();
    private long recompiled;
    private long withoutLoss;
    private double stepSeconds;
    private double dataSeconds;

    void time(LogTime time) {
        withoutZone |= !time.hasZone();
        withoutFraction |= !time.hasFraction();
    }

    void recompile() {
        recompiled++;
    }

    void find(String finding) {
        findings.add(finding);
    }

    /** What a line of the step at hand says beside it. */
    void rates(String text) {
        rates.line(text);
    }

    /** Ends the step at hand, which counts if it is new. */
    void step(LogStep step, boolean isNew) {
        rates.end(step.seconds(), isNew);
        if (!isNew) {
            return;
        }
        steps++;
        if (!Double.isNaN(step.loss())) {
            counters.putIfAbsent("loss_first", step.loss());
            counters.put("loss_last", step.loss());
        } else if (step.hasLoss()) {
            withoutLoss++;
        }
        if (!Double.isNaN(step.seconds()) && step.dataSeconds() <= step.seconds()) {
            stepSeconds += step.seconds();
            dataSeconds += step.dataSeconds();
        }
    }

    void part(LogMark mark, double seconds) {
        counters.merge(mark.counter(), seconds, Double::sum);
    }

    /** @param first the first time in the log, the smallest number if it has none */
    void finish(StepTrack track, Progress progress, long first, long last) {
        counters.put("log_steps", (double) steps);
        counters.putAll(rates.medians());
        boolean hasTimes = first != Long.MIN_VALUE;
        if (hasTimes) {
            counters.put("log_seconds", (last - first) / 1e9);
        }
        long median = track.medianNanos();
        if (median >= 0) {
            counters.put("step_seconds_p50", median / 1e9);
            if (hasTimes) {
                warmup(track.lane().build(0), median, first);
            } else {
                findings.add(
                        "no times in the log: its steps are laid end to end, and the gaps between them are not shown");
            }
        }
        progress.secondsPerEntry().ifPresent(seconds -> counters.put("progress_seconds_per_entry", seconds));
        track.repeatedShare().ifPresent(share -> counters.put("lost_work_frac", share));
        if (recompiled > 0 && steps > 0) {
            counters.put("recompile_per_100_steps", 100.0 * recompiled / steps);
        }
        say(track);
    }

    private void warmup(Lane lane, long median, long first) {
        for (int i = 0; i < lane.size(); i++) {
            if (lane.end(i) - lane.start(i) <= STEADY * median) {
                counters.put("warmup_seconds", Math.max(0, lane.start(i) - first) / 1e9);
                return;
            }
        }
    }

    private void say(StepTrack track) {
        if (withoutZone) {
            findings.add("times without a zone are taken as UTC");
        }
        if (withoutFraction) {
            findings.add("times are whole seconds: the length of shorter steps is not exact");
        }
        if (track.falls() > 0) {
            findings.add("step numbers fall " + Plurals.of(track.falls(), "time")
                    + ": a restart, or a new pass over the input");
        }
        if (withoutLoss > 0) {
            findings.add(Plurals.of(withoutLoss, "step", "has", "have") + " a loss that is not a number");
        }
        if (stepSeconds > 0 && dataSeconds / stepSeconds > .05) {
            findings.add(String.format(
                    Locale.ROOT,
                    "by the log's own figures %.1f %% of the step time waits for data",
                    100 * dataSeconds / stepSeconds));
        }
    }

    Map<String, Double> counters() {
        return counters;
    }

    List<String> findings() {
        return findings;
    }
}
