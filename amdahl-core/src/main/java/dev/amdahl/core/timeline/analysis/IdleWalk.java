package dev.amdahl.core.timeline.analysis;

import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.List;

/**
 * Gives the idle time of one stream to reasons, in one walk.
 *
 * <p>A gap lies between the latest end so far and the next start. It is cut where the launch call of the next work returns. Before
 * the cut nothing was queued, so the host is the cause: time in which a driving thread waited for its loader is input wait; all
 * the rest is a drain if a driving thread was waiting for the device when the stream drained (in a synchronising call, or in the
 * call of the copy to the host that was the last work, that began before and ended at most 5 us before or later), else it is
 * split into time inside runtime calls and other host code. After the cut the work was queued. Not thread-safe.
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
    private static final int UNKNOWN = index(IdleReason.UNKNOWN);

    private final Launches launches;
    private final Spans.Cursor inputWait;
    private final Spans.Cursor blocked;
    private final Spans.Cursor runtime;
    private final Spans.Cursor deviceBusy;
    private final long[] part = new long[REASONS.size()];

    /** @param deviceBusy the work of all streams of the device */
    IdleWalk(Launches launches, DrivingThreads host, Spans deviceBusy) {
        this.launches = launches;
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

    void walk(Lane lane, Sink sink) {
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

    private void split(Lane lane, int before, int after, long start, long end) {
        int launch = launches.of(lane, after);
        boolean isDrained = blocked.reaches(start, SYNC_SLACK_NANOS) || isReadBack(lane, before, start);
        if (launch < 0 || !launches.hasCall(launch) || launches.callStart(launch) > end) {
            add(INPUT_WAIT, inputWait.length(start, end));
            add(UNKNOWN, end - start - part[INPUT_WAIT]);
            return;
        }
        if (launch == launches.of(lane, before)) {
            add(KERNEL_TO_KERNEL, end - start);
            return;
        }
        long cut = Math.min(end, Math.max(start, launches.callEnd(launch)));
        host(start, cut, isDrained);
        queued(cut, end, cut == start && end - start <= CONSECUTIVE_NANOS);
    }

    /** Whether the last work was a copy to the host whose call returned with it: it blocks when the memory is pageable. */
    private boolean isReadBack(Lane lane, int before, long drained) {
        int launch = launches.of(lane, before);
        return launch >= 0
                && launches.hasCall(launch)
                && launches.callStart(launch) < drained
                && launches.callEnd(launch) >= drained - SYNC_SLACK_NANOS
                && (lane.label(before).contains("DtoH") || lane.label(before).contains("DeviceToHost"));
    }

    private void host(long start, long cut, boolean isDrained) {
        long waiting = inputWait.length(start, cut);
        add(INPUT_WAIT, waiting);
        if (isDrained) {
            add(SYNC_DRAIN, cut - start - waiting);
            return;
        }
        long calls = runtime.length(start, cut);
        add(HOST_RUNTIME, calls);
        add(HOST_CPU, cut - start - waiting - calls);
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

    /** The reason that holds the most. */
    static int most(long[] parts) {
        int most = 0;
        for (int i = 1; i < parts.length; i++) {
            most = parts[i] > parts[most] ? i : most;
        }
        return most;
    }
}
