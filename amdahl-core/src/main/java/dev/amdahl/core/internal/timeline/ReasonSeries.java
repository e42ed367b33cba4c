package dev.amdahl.core.internal.timeline;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the time of every accelerator went in consecutive windows that tile a run: the {@link Attribution} of the run, laid out in
 * time. Seconds of all classes of an accelerator add up to the span. Immutable.
 */
public final class ReasonSeries {
    private static final long[] NOTHING = new long[0];

    private final Attribution attribution;
    private final long[] bounds;
    private final List<Map<Bottleneck, long[]>> nanos = new ArrayList<>();

    private ReasonSeries(Timeline timeline, Window window, int windows) {
        bounds = Windows.bounds(window.from(), window.to(), windows);
        attribution = Attribution.of(timeline, window, Thresholds.DEFAULT, accelerator -> {
            nanos.add(new EnumMap<>(Bottleneck.class));
            return (bottleneck, from, to) -> add(accelerator, bottleneck, from, to);
        });
        Phases phases = attribution.phases();
        for (int i = 0; i < attribution.devices().size(); i++) {
            add(i, Bottleneck.PROVISIONING, phases.start(), phases.provisioned());
            add(i, Bottleneck.NOT_RECORDED, phases.provisioned(), phases.begun());
            add(i, Bottleneck.WARMUP, phases.begun(), phases.warm());
            add(i, Bottleneck.UNATTRIBUTED, phases.warm(), attribution.from());
            busy(i, attribution.devices().get(i));
            add(i, Bottleneck.UNATTRIBUTED, attribution.to(), phases.finish());
            add(i, Bottleneck.IDLE_AFTER_FINISH, phases.finish(), phases.ended());
            add(i, Bottleneck.NOT_RECORDED, phases.ended(), phases.end());
        }
    }

    /**
     * Returns the series of a timeline.
     *
     * @param facts of the run that it is of, whose wall it is laid over; without, its own span is the wall
     * @param windows how many, at least 1; fewer where the span has fewer nanoseconds
     */
    public static ReasonSeries of(Timeline timeline, Optional<JobRunFacts> facts, int windows) {
        Window window = facts.map(known -> Window.of(timeline, timeline, known, Thresholds.DEFAULT))
                .orElseGet(() -> Window.of(timeline));
        return new ReasonSeries(timeline, window, windows);
    }

    private void busy(int accelerator, DeviceActivity device) {
        boolean isPipeline = attribution.pipeline().isPresent();
        long[] kernel = lengths(device.kernel());
        long[] transfer = lengths(device.transfer());
        long[] arrival = lengths(device.arrival());
        long[] communication = lengths(device.communication());
        add(accelerator, Bottleneck.PRODUCTIVE, kernel, new long[kernel.length]);
        add(accelerator, Bottleneck.COMM_EXPOSED, transfer, kernel);
        add(accelerator, Bottleneck.STRAGGLER_SKEW, arrival, transfer);
        add(accelerator, isPipeline ? Bottleneck.PIPELINE_BUBBLE : Bottleneck.STRAGGLER_SKEW, communication, arrival);
        add(accelerator, Bottleneck.TRANSFER_BOUND, lengths(device.busy()), communication);
    }

    private long[] lengths(Spans intervals) {
        return Windows.lengths(intervals, bounds, attribution.from(), attribution.to());
    }

    private void add(int accelerator, Bottleneck bottleneck, long[] all, long[] less) {
        for (int i = 0; i < all.length; i++) {
            if (all[i] > less[i]) {
                row(accelerator, bottleneck)[i] += all[i] - less[i];
            }
        }
    }

    private void add(int accelerator, Bottleneck bottleneck, long from, long to) {
        if (to <= from) {
            return;
        }
        long[] row = row(accelerator, bottleneck);
        int window = Windows.at(bounds, from);
        for (long at = from; at < to; window++) {
            long end = Math.min(to, bounds[window + 1]);
            row[window] += end - at;
            at = end;
        }
    }

    private long[] row(int accelerator, Bottleneck bottleneck) {
        return nanos.get(accelerator).computeIfAbsent(bottleneck, added -> new long[windows()]);
    }

    /** Returns how many accelerators the timeline shows. */
    public int accelerators() {
        return nanos.size();
    }

    /** Returns how many were allocated, shown or not. */
    public int allocated() {
        return attribution.accelerators();
    }

    /** Returns how many windows. */
    public int windows() {
        return bounds.length - 1;
    }

    /** First instant, ns on the timeline's clock. */
    public long from() {
        return bounds[0];
    }

    /** Last instant, ns on the timeline's clock. */
    public long to() {
        return bounds[windows()];
    }

    /** Returns when steady work began, ns on the timeline's clock. */
    public long warm() {
        return attribution.phases().warm();
    }

    /** Returns when the work was done, ns on the timeline's clock. */
    public long finish() {
        return attribution.phases().finish();
    }

    /** Time in the queue before, in which no accelerator was held, seconds. */
    public double queueSeconds() {
        return attribution.window().queueSeconds();
    }

    /** Wall of the run that the timeline does not cover, seconds. */
    public double uncoveredSeconds() {
        return attribution.window().uncovered() / 1e9;
    }

    /** Share of a window that a class holds on an accelerator. */
    public double share(int accelerator, Bottleneck bottleneck, int window) {
        long[] row = nanos.get(accelerator).getOrDefault(bottleneck, NOTHING);
        return row.length == 0 ? 0 : (double) row[window] / Math.max(1, bounds[window + 1] - bounds[window]);
    }

    /** Accelerator-seconds of a class on all accelerators that are shown. */
    public double seconds(Bottleneck bottleneck) {
        long sum = 0;
        for (Map<Bottleneck, long[]> accelerator : nanos) {
            for (long value : requireNonNull(accelerator.getOrDefault(bottleneck, NOTHING))) {
                sum += value;
            }
        }
        return sum / 1e9;
    }

    Attribution attribution() {
        return attribution;
    }
}
