package dev.amdahl.core.internal.report.picture;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.List;

/**
 * What one host lane did in columns of equal width that tile a span: exact nanoseconds by cause, each instant given once, to the
 * first cause of the list that covers it. Immutable.
 */
final class HostBins {
    /** Causes in the order in which they claim an instant, and the class each stands for. */
    static final List<Activity> CAUSES = List.of(
            Activity.CHECKPOINT,
            Activity.SIDE_WORK,
            Activity.INPUT_WAIT,
            Activity.SYNC,
            Activity.OFF_CPU,
            Activity.LAUNCH,
            Activity.HOST_CODE);

    static final List<Bottleneck> CLASSES = List.of(
            Bottleneck.CHECKPOINT_STALL,
            Bottleneck.PERIODIC_SIDE_WORK,
            Bottleneck.INPUT_STARVATION,
            Bottleneck.SYNC_STALL,
            Bottleneck.HOST_CONTENTION,
            Bottleneck.LAUNCH_BOUND,
            Bottleneck.HOST_SERIAL);

    /** What the host did, in the order of {@link #CAUSES}. */
    static final List<String> WORDS = List.of(
            "checkpoint",
            "side work",
            "waits for input",
            "waits for the device",
            "off the CPU",
            "launches",
            "host code");

    private final String name;
    private final long[] bounds;
    private final long[][] nanos;

    private HostBins(String name, long[] bounds, long[][] nanos) {
        this.name = name;
        this.bounds = bounds;
        this.nanos = nanos;
    }

    static HostBins of(Lane lane, long from, long to, int columns) {
        int count = (int) Math.max(1, Math.min(columns, to - from));
        long[] bounds = new long[count + 1];
        for (int i = 0; i <= count; i++) {
            bounds[i] = from + Math.round((double) (to - from) * i / count);
        }
        HostBins bins = new HostBins(lane.name(), bounds, new long[CAUSES.size()][count]);
        bins.sweep(lane);
        return bins;
    }

    /** Walks the lane once; intervals are sorted by start, so what is open can only end or be joined. */
    private void sweep(Lane lane) {
        long[] openUntil = new long[CAUSES.size()];
        Arrays.fill(openUntil, bounds[0]);
        long now = bounds[0];
        for (int i = 0; i <= lane.size(); i++) {
            long next = i < lane.size() ? within(lane.start(i)) : bounds[bounds.length - 1];
            while (now < next) {
                now = step(openUntil, now, next);
            }
            if (i < lane.size()) {
                int cause = CAUSES.indexOf(lane.activity(i));
                if (cause >= 0) {
                    openUntil[cause] = Math.max(openUntil[cause], within(lane.end(i)));
                }
            }
        }
    }

    private long step(long[] openUntil, long now, long next) {
        for (int cause = 0; cause < openUntil.length; cause++) {
            if (openUntil[cause] > now) {
                long until = Math.min(next, openUntil[cause]);
                add(nanos[cause], now, until);
                return until;
            }
        }
        return next;
    }

    private void add(long[] row, long from, long to) {
        int column = column(from);
        for (long at = from; at < to; column++) {
            long end = Math.min(to, bounds[column + 1]);
            row[column] += end - at;
            at = end;
        }
    }

    private int column(long at) {
        int column = (int) Math.min(
                bounds.length - 2, (double) (at - bounds[0]) / (bounds[bounds.length - 1] - bounds[0]) * columns());
        while (bounds[column] > at) {
            column--;
        }
        while (bounds[column + 1] <= at) {
            column++;
        }
        return column;
    }

    private long within(long value) {
        return Math.max(bounds[0], Math.min(bounds[bounds.length - 1], value));
    }

    String name() {
        return name;
    }

    int columns() {
        return bounds.length - 1;
    }

    /** Share of a column that a cause holds. */
    double share(int cause, int column) {
        return (double) nanos[cause][column] / (bounds[column + 1] - bounds[column]);
    }

    /** Seconds that a cause holds in all. */
    double seconds(int cause) {
        return Arrays.stream(nanos[cause]).sum() / 1e9;
    }

    /** Seconds of all causes together. */
    double covered() {
        double all = 0;
        for (int cause = 0; cause < CAUSES.size(); cause++) {
            all += seconds(cause);
        }
        return all;
    }
}
