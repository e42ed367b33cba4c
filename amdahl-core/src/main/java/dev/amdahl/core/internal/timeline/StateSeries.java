package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.job.Timeline;
import java.util.List;

/**
 * The state of every accelerator in consecutive windows that tile a span: what a picture of the run shows. Seconds of the
 * three states add up to accelerators times span. Immutable.
 */
public final class StateSeries {
    private final long[] bounds;
    private final double[][] busy;
    private final UtilizationClassifier classifier;

    private StateSeries(long[] bounds, double[][] busy, UtilizationClassifier classifier) {
        this.bounds = bounds;
        this.busy = busy;
        this.classifier = classifier;
    }

    /** Returns the series of a timeline over its own span. */
    public static StateSeries of(Timeline timeline, int windows) {
        return of(timeline, timeline.startNanos(), timeline.endNanos(), windows, Thresholds.DEFAULT);
    }

    /**
     * Returns the series over any span on the timeline's clock; what lies outside of the timeline is idle.
     *
     * @param windows how many, at least 1; fewer where the span has fewer nanoseconds
     */
    public static StateSeries of(Timeline timeline, long from, long to, int windows, Thresholds thresholds) {
        if (windows < 1 || to < from) {
            throw new IllegalArgumentException(
                    "need a span and at least one window, were " + from + " to " + to + " and " + windows);
        }
        long[] bounds = Windows.bounds(from, to, windows);
        List<DeviceActivity> devices = DeviceActivity.of(timeline.lanes(), timeline.accelerators(), from, to);
        double[][] busy = new double[devices.size()][];
        for (int i = 0; i < busy.length; i++) {
            busy[i] = shares(devices.get(i).busy(), bounds);
        }
        return new StateSeries(bounds, busy, new UtilizationClassifier(thresholds));
    }

    private static double[] shares(Spans intervals, long[] bounds) {
        long[] covered = Windows.lengths(intervals, bounds, bounds[0], bounds[bounds.length - 1]);
        double[] shares = new double[covered.length];
        for (int window = 0; window < shares.length; window++) {
            shares[window] = (double) covered[window] / Math.max(1, bounds[window + 1] - bounds[window]);
        }
        return shares;
    }

    /** Returns how many accelerators. */
    public int accelerators() {
        return busy.length;
    }

    /** Returns how many windows. */
    public int windows() {
        return bounds.length - 1;
    }

    /** Length of a window, ns. */
    public long windowNanos(int window) {
        return bounds[window + 1] - bounds[window];
    }

    /** Busy share of an accelerator in a window. */
    public double busyShare(int accelerator, int window) {
        return busy[accelerator][window];
    }

    /** State of an accelerator in a window. */
    public AcceleratorState state(int accelerator, int window) {
        return classifier.classify(busy[accelerator][window]);
    }

    /** Accelerator-seconds in a state. */
    public double seconds(AcceleratorState state) {
        long nanos = 0;
        for (int accelerator = 0; accelerator < accelerators(); accelerator++) {
            for (int window = 0; window < windows(); window++) {
                nanos += state(accelerator, window) == state ? windowNanos(window) : 0;
            }
        }
        return nanos / 1e9;
    }
}
