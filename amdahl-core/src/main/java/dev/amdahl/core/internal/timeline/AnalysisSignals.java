package dev.amdahl.core.internal.timeline;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.timeline.analysis.IdleReason;
import dev.amdahl.core.internal.timeline.analysis.LaunchStatistics;
import dev.amdahl.core.internal.timeline.analysis.Overlap;
import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.core.internal.timeline.analysis.StepRoles;
import dev.amdahl.core.internal.timeline.analysis.StreamIdle;
import dev.amdahl.core.internal.timeline.analysis.StreamQueue;
import dev.amdahl.core.internal.timeline.analysis.TraceAnalysis;
import dev.amdahl.core.internal.timeline.detect.Signal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Figures of rules that the analysis of streams, launches and steps gives; what was not measured is absent. */
final class AnalysisSignals {
    private AnalysisSignals() {}

    /**
     * Returns the figures by name.
     *
     * @param unseen where accelerators worked on something that was not recorded
     * @param acceleratorNanos all allocated accelerator-nanoseconds
     */
    static Map<String, Double> of(TraceAnalysis analysis, Map<Integer, Spans> unseen, double acceleratorNanos) {
        Map<String, Double> signals = new TreeMap<>();
        long span = 0;
        long idle = 0;
        for (Overlap device : analysis.overlap()) {
            Spans hidden = requireNonNull(unseen.getOrDefault(device.device(), Spans.NONE));
            long left = Math.min(device.idleNanos(), hidden.length(Long.MIN_VALUE, Long.MAX_VALUE));
            span += device.spanNanos() - left;
            idle += device.idleNanos() - left;
        }
        put(signals, Signal.IDLE_FRAC, idle, span);
        idle(analysis.idle(), signals);
        launches(analysis.launches(), signals);
        queue(analysis.queue(), acceleratorNanos, signals);
        steps(analysis.steps().mean(), signals);
        return signals;
    }

    private static void idle(List<StreamIdle> streams, Map<String, Double> signals) {
        long all = 0;
        for (StreamIdle stream : streams) {
            all += stream.idleNanos();
        }
        put(signals, Signal.IDLE_SHORT_GAP_FRAC, of(streams, IdleReason.KERNEL_TO_KERNEL), all);
        put(signals, Signal.IDLE_SYNC_DRAIN_FRAC, of(streams, IdleReason.SYNC_DRAIN), all);
        put(signals, Signal.IDLE_LAUNCH_LATENCY_FRAC, of(streams, IdleReason.LAUNCH_LATENCY), all);
        put(signals, Signal.IDLE_HOST_WORK_FRAC, of(streams, IdleReason.HOST_CPU), all);
    }

    private static long of(List<StreamIdle> streams, IdleReason reason) {
        long sum = 0;
        for (StreamIdle stream : streams) {
            sum += stream.nanos(reason);
        }
        return sum;
    }

    private static void launches(LaunchStatistics launches, Map<String, Double> signals) {
        put(signals, Signal.LAUNCH_CALL_OVER_50US_FRAC, launches.slowCalls(), launches.calls());
        put(signals, Signal.LAUNCH_DELAY_OVER_100US_FRAC, launches.lateStarts(), launches.calls());
        put(signals, Signal.SHORT_KERNEL_LAUNCH_FRAC, launches.longerThanWork(), launches.calls());
    }

    private static void queue(List<StreamQueue> queues, double acceleratorNanos, Map<String, Double> signals) {
        long full = 0;
        boolean isMeasured = false;
        for (StreamQueue queue : queues) {
            Long nanos = queue.fullNanos();
            isMeasured |= nanos != null;
            full += nanos == null ? 0 : nanos;
        }
        if (isMeasured && acceleratorNanos > 0) {
            signals.put(Signal.QUEUE_FULL_FRAC.key(), full / acceleratorNanos);
        }
    }

    private static void steps(@Nullable StepRoles mean, Map<String, Double> signals) {
        if (mean != null) {
            put(signals, Signal.STEP_DATALOADER_FRAC, mean.dataLoaderNanos(), mean.totalNanos());
            put(signals, Signal.STEP_COMMUNICATION_FRAC, mean.collectiveExposedNanos(), mean.totalNanos());
        }
    }

    private static void put(Map<String, Double> signals, Signal signal, long part, long whole) {
        if (whole > 0) {
            signals.put(signal.key(), (double) part / whole);
        }
    }
}
