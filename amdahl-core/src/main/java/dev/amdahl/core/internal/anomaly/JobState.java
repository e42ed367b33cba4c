package dev.amdahl.core.internal.anomaly;

import java.util.Set;
import java.util.TreeSet;

/** What is known of one job over all its series. Only registering a host allocates. Not thread-safe. */
final class JobState {
    private static final long NEVER = Long.MIN_VALUE;
    private static final double RATE = 1.0 / 8;
    private static final int FEW = 8;
    private static final double CLIP = 4;

    private final WatchPolicy policy;
    final Set<String> hosts = new TreeSet<>();
    long throttledNanos = NEVER;
    long errorNanos = NEVER;
    double busy = Double.NaN;
    private long step = -1;
    private long stepNanos = NEVER;
    private long steps;
    private double usual;
    private boolean hangs;

    JobState(WatchPolicy policy) {
        this.policy = policy;
    }

    void busy(double share) {
        busy = Double.isNaN(busy) ? share : busy + RATE * (share - busy);
    }

    /** A finished step. */
    void progress(long nanos, long number) {
        if (number == step) {
            return;
        }
        if (stepNanos != NEVER && nanos > stepNanos) {
            double since = nanos - stepNanos;
            steps++;
            usual = steps == 1 ? since : usual + RATE * (Math.min(since, CLIP * usual) - usual);
        }
        step = number;
        stepNanos = stepNanos == NEVER ? nanos : Math.max(stepNanos, nanos);
        hangs = false;
    }

    /** Returns whether a hang shows for the first time. */
    boolean hangsAt(long nanos) {
        double most = Math.max((double) policy.hangAtLeast().toNanos(), policy.hangTimes() * usual);
        if (hangs || steps < FEW || nanos - stepNanos <= most) {
            return false;
        }
        hangs = true;
        return true;
    }

    long stepNanos() {
        return stepNanos;
    }

    long step() {
        return step;
    }

    double usualNanos() {
        return usual;
    }
}
