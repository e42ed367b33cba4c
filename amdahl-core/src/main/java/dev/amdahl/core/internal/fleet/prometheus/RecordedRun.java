package dev.amdahl.core.internal.fleet.prometheus;

import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Holder;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.Utilization;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the recording rules tell of one run: sums of seconds, and the first and the last of their evaluations that saw it. Not thread-safe.
 *
 * @see RecordedRuns
 */
final class RecordedRun {
    /** Between two evaluations of the rules. */
    static final double STEP = 300;

    private static final double WHOLE = .999;
    /** What a sum of shares of accelerators may be too large by. */
    private static final double ROUNDING = 1e-3;

    final Holder holder;
    final String type;
    /** The most accelerators at once; of one that it shared, its part. */
    double accelerators;

    double measured;
    double useful;
    double joules;
    double first = Double.POSITIVE_INFINITY;
    double last = Double.NEGATIVE_INFINITY;

    RecordedRun(Holder holder, String type) {
        this.holder = holder;
        this.type = type.intern();
    }

    /** Adds what was seen of it at another time. */
    void add(RecordedRun other) {
        accelerators = Math.max(accelerators, other.accelerators);
        measured += other.measured;
        useful += other.useful;
        joules += other.joules;
        first = Math.min(first, other.first);
        last = Math.max(last, other.last);
    }

    boolean isSeen() {
        return accelerators > 0 && first <= last;
    }

    /**
     * Returns the run. An evaluation sees the five minutes before it: where nothing is missing, the measured seconds tell how long the run
     * was more exactly than the evaluations do.
     *
     * @param id its own in the period
     * @param aliveFrom a run that was seen then or later has not ended
     */
    FleetJob job(String id, Instant aliveFrom) {
        double seen = last - first;
        double measuredEach = measured / accelerators;
        double seconds = measuredEach < seen - STEP ? Math.max(seen, 1) : Math.min(measuredEach, seen + STEP);
        double middle = (first + last - STEP) / 2;
        int count = (int) Math.max(1, Math.ceil(accelerators - ROUNDING));
        double share = accelerators / count;
        double all = Math.max(accelerators * seconds, measured);
        double known = Math.min(1, measured / all);
        double worked = Math.min(known, useful / all);
        Map<String, String> labels = new TreeMap<>();
        labels.put("source", "prometheus");
        labels.put(FleetJob.KNOWN_AS, holder.id());
        labels.put("devices", Integer.toString(count));
        if (share < WHOLE) {
            labels.put(FleetJob.SHARE, String.format(Locale.ROOT, "%.4f", share));
        }
        if (joules > 0) {
            labels.put("energy_joules", String.format(Locale.ROOT, "%.0f", joules));
        }
        return new FleetJob(
                id,
                holder.family(),
                holder.owner(),
                new Accelerators(type, count),
                Optional.empty(),
                Optional.of(at(middle - seconds / 2)),
                at(last).isBefore(aliveFrom) ? Optional.of(at(middle + seconds / 2)) : Optional.empty(),
                Optional.of(new Utilization(Math.max(0, known - worked), 0, worked, 0, Math.max(0, 1 - known))),
                labels);
    }

    private static Instant at(double epochSeconds) {
        return Instant.ofEpochMilli(Math.round(epochSeconds * 1000));
    }
}
