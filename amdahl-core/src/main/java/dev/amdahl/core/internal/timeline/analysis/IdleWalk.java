package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.List;

/**
 * Gives the idle time of one stream to reasons, in one walk.
 *
 * <p>A gap lies between the latest end so far and the next start. It is cut where the launch call of the next work returns. Before
 * the cut nothing was queued, so the host is the cause: time in which a driving thread waited for its loader is input wait; up to
 * its return, a call that was waiting for the device when the stream drained (a synchronising call, or the call of the copy to the
 * host that was the last work) is a drain; the rest is split into time inside runtime calls and other host code. After the cut the
 * work was queued. Streams are first in, first out: work whose launch was not recorded was queued before the work behind it.
 * Where the accelerator was occupied by work that was not recorded, that is the reason. Not thread-safe.
 */
final class IdleWalk {
    /** The reasons in the order of the parts of a gap. */
    static final List<IdleReason> REASONS = List.of(IdleReason.values());

    /** A gap of at most this length between queued work is the device's own, ns. */
    static final long CONSECUTIVE_NANOS = 30_000;

    private static final long SYNC_SLACK_NANOS = 5_000;
    private static final int KERNEL_TO_KERNEL = index(IdleReason.KERNEL_TO_KERNEL);
    private static final int OTHER_STREAM = index(IdleReason.OTHER_STREAM);
    private static final int LAUNCH_LATENCY = index(IdleReason.LAUNCH_LATENCY);
    private static final int SYNC_DRAIN = index(IdleReason.SYNC_DRAIN);
    private static final int INPUT_WAIT = index(IdleReason.INPUT_WAIT);
    private static final int HOST_RUNTIME = index(IdleReason.HOST_RUNTIME);
    private static final int HOST_CPU = index(IdleReason.HOST_CPU);
    private static final int UNSEEN_WORK = index(IdleReason.UNSEEN_WORK);
    private static final int UNKNOWN = index(IdleReason.UNKNOWN);
    private static final long NEVER = Long.MAX_VALUE;

    private final Launches launches;
    private final Spans.Cursor inputWait;
    private final Spans.Cursor blocked;
    private final Spans.Cursor runtime;
    private final Spans.Cursor deviceBusy;
    private final Spans.Cursor unseen;
    private final long[] part = new long[REASONS.size()];
    private long[] queuedBy = new long[0];

    /**
     * @param deviceBusy the work of all streams of the device
     * @param occupied where it was occupied by work that was not recorded
     */
    IdleWalk(Launches launches, DrivingThreads host, Spans deviceBusy, Spans occupied) {
        this.launches = launches;
        this.unseen = occupied.cursor();
        this.inputWait = host.inputWait().cursor();
        this.blocked = host.blocked().cursor();
        this.runtime = host.runtime().cursor();
        this.deviceBusy = deviceBusy.cursor();
    }

    /** What is told of each gap. */
    interface Sink {
        /**
         * Takes a gap.
         *
         * @param before index of the work whose end began it
         * @param after index of the work that followed
         * @param parts its time by index of the reason; valid during the call only
         */
        void gap(long start, long end, int before, int after, long[] parts);
    }

    /** Returns when each piece was queued at the latest, by the calls of those from it on. */
    private long[] queuedBy(Lane lane) {
        long[] latest = new long[lane.size()];
        long known = NEVER;
        for (int i = lane.size() - 1; i >= 0; i--) {
            int launch = launches.of(lane, i);
            known = launch < 0 || !launches.hasCall(launch) ? known : Math.min(known, launches.callEnd(launch));
            latest[i] = known;
        }
        return latest;
    }

    void walk(Lane lane, Sink sink) {
        queuedBy = queuedBy(lane);
        int before = 0;
        long reached = lane.size() == 0 ? 0 : lane.end(0);
        for (int i = 1; i < lane.size(); i++) {
            if (lane.start(i) > reached) {
                split(lane, before, i, reached, lane.start(i));
                sink.gap(reached, lane.start(i), before, i, part);
                Arrays.fill(part, 0);
            }
            if (lane.end(i) >= reached) {
                reached = lane.end(i);
                before = i;
            }
        }
    }

    private void split(Lane lane, int before, int after, long start, long until) {
        int launch = launches.of(lane, after);
        unseen.advance(start);
        long hidden = unseen.length(start, until);
        add(UNSEEN_WORK, hidden);
        long end = until - hidden;
        boolean isLaunched = launch >= 0 && launches.hasCall(launch) && launches.callStart(launch) <= until;
        if (!isLaunched) {
            long cut = Math.min(end, Math.max(start, queuedBy[after]));
            add(INPUT_WAIT, inputWait.length(start, cut));
            add(UNKNOWN, cut - start - part[INPUT_WAIT]);
            queued(cut, end, cut == start && end - start <= CONSECUTIVE_NANOS);
            return;
        }
        if (launch == launches.of(lane, before)) {
            add(KERNEL_TO_KERNEL, end - start);
            return;
        }
        long cut = Math.min(end, Math.max(start, launches.callEnd(launch)));
        host(start, cut, drainedUntil(lane, before, start));
        queued(cut, end, cut == start && end - start <= CONSECUTIVE_NANOS);
    }

    /** Returns when the call that waited for the device as the stream drained returned; the drain itself without one. */
    private long drainedUntil(Lane lane, int before, long drained) {
        long until = isReadBack(lane, before, drained) ? launches.callEnd(launches.of(lane, before)) : drained;
        if (blocked.reaches(drained, SYNC_SLACK_NANOS) && blocked.covers(drained)) {
            until = Math.max(until, blocked.boundaryAfter(drained));
        }
        return Math.max(drained, until);
    }

    /** Returns whether the last work was a copy to the host whose call returned with it: it blocks when the memory is pageable. */
    private boolean isReadBack(Lane lane, int before, long drained) {
        int launch = launches.of(lane, before);
        return launch >= 0
                && launches.hasCall(launch)
                && launches.callStart(launch) < drained
                && launches.callEnd(launch) >= drained - SYNC_SLACK_NANOS
                && (lane.label(before).contains("DtoH") || lane.label(before).contains("DeviceToHost"));
    }

    private void host(long start, long cut, long drainedUntil) {
        long free = Math.min(cut, drainedUntil);
        long waiting = inputWait.length(start, free);
        add(INPUT_WAIT, waiting);
        add(SYNC_DRAIN, free - start - waiting);
        long later = inputWait.length(free, cut);
        add(INPUT_WAIT, later);
        long calls = runtime.length(free, cut);
        add(HOST_RUNTIME, calls);
        add(HOST_CPU, cut - free - later - calls);
    }

    private void queued(long cut, long end, boolean isConsecutive) {
        if (isConsecutive) {
            add(KERNEL_TO_KERNEL, end - cut);
            return;
        }
        long others = deviceBusy.length(cut, end);
        add(OTHER_STREAM, others);
        add(LAUNCH_LATENCY, end - cut - others);
    }

    private void add(int reason, long nanos) {
        part[reason] += nanos;
    }

    static int index(IdleReason reason) {
        return REASONS.indexOf(reason);
    }

    /** Returns the reason that holds the most. */
    static int most(long[] parts) {
        int most = 0;
        for (int i = 1; i < parts.length; i++) {
            most = parts[i] > parts[most] ? i : most;
        }
        return most;
    }
}
