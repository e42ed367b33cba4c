package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Device;
import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Holder;
import dev.amdahl.spi.job.FleetJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The runs of a period, put together chunk by chunk. A job that was away while its accelerators were sampled without it has ended, and
 * is another run when it comes again; where the accelerators were not sampled either it still held them, and nobody knows what they
 * did. Not thread-safe.
 */
final class Runs {
    private static final double TOLERATED_SAMPLES = 1.01;

    private final PrometheusSettings settings;
    private final Map<String, RunTally> open = new LinkedHashMap<>();
    private final List<RunTally> ended = new ArrayList<>();
    private final Map<Device, Long> lastSampled = new HashMap<>();
    private double unallocatedSeconds;
    private double densest;

    Runs(PrometheusSettings settings) {
        this.settings = settings;
    }

    /** Adds the windows after those before. */
    void add(Chunk chunk) {
        Map<Device, Double> whole = chunk.samplesOfWholeWindow();
        whole.values().forEach(samples -> densest = Math.max(densest, samples));
        for (int i = 0; i < chunk.windows().count(); i++) {
            window(chunk, whole, i);
        }
    }

    private void window(Chunk chunk, Map<Device, Double> whole, int index) {
        long number = chunk.windows().first() + index;
        Map<RunTally, double[]> seen = new LinkedHashMap<>();
        for (Device device : chunk.devices()) {
            double all = 0;
            for (Holding holding : chunk.holdings(device)) {
                all += holding.count(index);
            }
            double samples = whole.getOrDefault(device, all);
            for (Holding holding : chunk.holdings(device)) {
                double count = holding.count(index);
                if (count > 0) {
                    double held = part(count, samples, samples);
                    double own = part(count, Math.max(samples, all), samples);
                    if (holding.holder().isEmpty()) {
                        unallocatedSeconds += own * settings.step().toSeconds();
                    } else {
                        RunTally run = run(holding.holder().get(), number);
                        run.add(device, number, held, own, holding.activity(index), holding.watts(index));
                        double[] sums = seen.computeIfAbsent(run, key -> new double[2]);
                        sums[0]++;
                        sums[1] += held;
                    }
                }
            }
        }
        seen.forEach((run, sums) -> run.closeWindow((int) sums[0], sums[1]));
        sampled(chunk, index, number);
    }

    /** Returns the part of a window that so many samples stand for; jitter may move one sample out of it where the interval is inferred. */
    private double part(double count, double of, double whole) {
        boolean almost = settings.scrapeInterval().isEmpty() && whole > 4 && of <= whole + TOLERATED_SAMPLES;
        return Math.min(1, almost && count >= whole - TOLERATED_SAMPLES ? 1 : count / of);
    }

    private void sampled(Chunk chunk, int index, long number) {
        for (Device device : chunk.devices()) {
            for (Holding holding : chunk.holdings(device)) {
                if (holding.count(index) > 0) {
                    lastSampled.put(device, number);
                }
            }
        }
    }

    private RunTally run(Holder holder, long number) {
        RunTally run = open.get(holder.id());
        if (run != null && run.lastWindow() < number - 1 && wasReleased(run)) {
            ended.add(run);
            run = null;
        }
        if (run == null) {
            run = new RunTally(holder, settings.step().toSeconds(), number);
            open.put(holder.id(), run);
        }
        return run;
    }

    /** Returns whether one of its devices was sampled after the run's last window, without it. */
    private boolean wasReleased(RunTally run) {
        return run.devices().stream().anyMatch(device -> lastSampled.getOrDefault(device, 0L) > run.lastWindow());
    }

    /** Seconds between samples, where the densest window tells and no setting. */
    OptionalDouble inferredInterval() {
        return densest > 0 && settings.scrapeInterval().isEmpty()
                ? OptionalDouble.of(settings.step().toSeconds() / densest)
                : OptionalDouble.empty();
    }

    /** Seconds of accelerators that were sampled and that no job held. */
    double unallocatedSeconds() {
        return unallocatedSeconds;
    }

    /**
     * The runs by start, then id.
     *
     * @param aliveFrom a run whose last sample is not older has not ended
     */
    List<FleetJob> jobs(Instant aliveFrom) {
        Set<String> taken = new HashSet<>();
        return Stream.concat(ended.stream(), open.values().stream())
                .sorted(Comparator.comparing(RunTally::started)
                        .thenComparing(run -> run.holder().id()))
                .map(run -> {
                    String id = run.holder().id();
                    return run.job(
                            taken.add(id) ? id : id + "@" + run.started(),
                            !run.ended().isBefore(aliveFrom));
                })
                .toList();
    }
}
