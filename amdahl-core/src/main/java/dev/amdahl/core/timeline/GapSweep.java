package dev.amdahl.core.timeline;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;

/**
 * Gives every nanosecond of one accelerator between warm-up and finish to one class, in one walk over primitive arrays.
 *
 * <p>Busy time is kernel, else exposed communication, else exposed copy. A gap is cut where the covering host cause changes.
 * Launch and host code make a merged gap of at most 60 us launch-bound and a longer one host-serial. A gap is born of a sync
 * if it is longer than that and a driving thread was waiting for the device when it drained, or had been until 50 us before; the
 * short ones between queued kernels, while the host waits, are none. Where such gaps come about
 * once per step, the host's own time in them is a sync stall, up to the device time since the last such gap: without the
 * wait the two would have overlapped, and only what the host needs beyond it is serial. Not thread-safe.
 */
final class GapSweep {
    private static final int SYNC = HostActivity.PRIORITY.indexOf(Activity.SYNC);
    private static final int LAUNCH = HostActivity.PRIORITY.indexOf(Activity.LAUNCH);
    private static final int UNKNOWN = HostActivity.PRIORITY.size();
    private static final Bottleneck[] CLASS = {
        Bottleneck.CHECKPOINT_STALL,
        Bottleneck.PERIODIC_SIDE_WORK,
        Bottleneck.INPUT_STARVATION,
        Bottleneck.SYNC_STALL,
        Bottleneck.HOST_CONTENTION
    };

    private final HostActivity host;
    private final Phases phases;
    private final Thresholds thresholds;
    private final Nanos nanos;
    private final long[] causes = new long[UNKNOWN + 1];
    private long gapNanos;
    private int syncGaps;

    GapSweep(HostActivity host, Phases phases, Thresholds thresholds, Nanos nanos) {
        this.host = host;
        this.phases = phases;
        this.thresholds = thresholds;
        this.nanos = nanos;
    }

    /** Idle time inside the run of all accelerators swept so far. */
    long gapNanos() {
        return gapNanos;
    }

    /** Gaps born of a sync on all accelerators swept so far. */
    int syncGaps() {
        return syncGaps;
    }

    void sweep(DeviceActivity device) {
        long from = phases.warm();
        long to = phases.finish();
        long kernel = device.kernel().length(from, to);
        long compute = device.computeOrCommunication().length(from, to);
        long busy = device.busy().length(from, to);
        nanos.add(Bottleneck.PRODUCTIVE, kernel);
        nanos.add(Bottleneck.COMM_EXPOSED, compute - kernel);
        nanos.add(Bottleneck.TRANSFER_BOUND, busy - compute);
        gapNanos += to - from - busy;
        int born = countSyncGaps(device.busy());
        syncGaps += born;
        boolean everyStep = born >= 2 && born >= thresholds.syncsPerStep() * phases.steadySteps();
        HostActivity.Cursor cursor = host.cursor();
        long last = from;
        long busySinceSync = 0;
        for (int i = 0; i <= device.busy().size(); i++) {
            long next = i < device.busy().size() ? Math.min(to, device.busy().start(i)) : to;
            if (next > last) {
                cursor.advance(last);
                boolean stalled = everyStep
                        && next - last > thresholds.launchGapNanos()
                        && cursor.followsSync(last, thresholds.syncSlackNanos());
                gap(cursor, last, next, stalled ? busySinceSync : 0);
                busySinceSync = stalled ? 0 : busySinceSync;
            }
            if (i < device.busy().size()) {
                long end = Math.min(to, device.busy().end(i));
                busySinceSync += Math.max(0, end - Math.max(from, device.busy().start(i)));
                last = Math.max(last, end);
            }
        }
    }

    private int countSyncGaps(Intervals busy) {
        Intervals.Cursor sync = host.driving(Activity.SYNC).cursor();
        int count = 0;
        for (int i = 0; i < busy.size(); i++) {
            long start = busy.end(i);
            long end = i + 1 < busy.size() ? busy.start(i + 1) : phases.finish();
            boolean isLong = end - start > thresholds.launchGapNanos();
            if (isLong && start >= phases.warm() && start <= phases.finish()) {
                sync.advance(start);
                count += sync.reaches(start, thresholds.syncSlackNanos()) ? 1 : 0;
            }
        }
        return count;
    }

    private void gap(HostActivity.Cursor cursor, long from, long to, long refillAtMost) {
        long untilTail = Math.max(from, Math.min(to, phases.tail()));
        nanos.add(Bottleneck.TAIL_DRAIN, to - untilTail);
        for (long at = from; at < untilTail; ) {
            cursor.advance(at);
            int cause = cursor.causeAt(at);
            long next = Math.min(untilTail, cursor.boundaryAfter(at));
            causes[cause < 0 ? UNKNOWN : cause] += next - at;
            at = next;
        }
        for (int i = 0; i < CLASS.length; i++) {
            nanos.add(CLASS[i], take(i));
        }
        long code = take(LAUNCH) + take(LAUNCH + 1);
        long unknown = take(UNKNOWN);
        long codeRefill = Math.min(code, refillAtMost);
        long unknownRefill = Math.min(unknown, refillAtMost - codeRefill);
        nanos.add(CLASS[SYNC], codeRefill + unknownRefill);
        boolean isShort = to - from <= thresholds.launchGapNanos();
        nanos.add(isShort ? Bottleneck.LAUNCH_BOUND : Bottleneck.HOST_SERIAL, code - codeRefill);
        nanos.add(Bottleneck.UNATTRIBUTED, unknown - unknownRefill);
    }

    private long take(int cause) {
        long value = causes[cause];
        causes[cause] = 0;
        return value;
    }
}
