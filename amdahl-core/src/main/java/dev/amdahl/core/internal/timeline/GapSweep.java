package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import java.util.Arrays;
import java.util.List;

/**
 * Gives every nanosecond of one accelerator between warm-up and finish to one class, in one walk over primitive arrays.
 *
 * <p>Busy time is kernel, else exposed communication, else exposed copy; communication that waits for other participants is
 * skew, or in a pipeline a bubble. A gap is cut where the covering host cause changes.
 * Launch and host code make a merged gap of at most 60 us launch-bound and a longer one host-serial. A gap is born of a sync
 * if it is longer than that and a driving thread was waiting for the device when it drained, or had been until 50 us before; the
 * short ones between queued kernels, while the host waits, are none. Where such gaps come about
 * once per step, the host's own time in them is a sync stall, up to the device time since the last such gap: without the
 * wait the two would have overlapped, and only what the host needs beyond it is serial. Inside a step of a pipeline, a longer gap
 * that no checkpoint, side work, loader or lost processor explains is a bubble. Not thread-safe.
 */
final class GapSweep {
    private static final int SYNC = HostActivity.PRIORITY.indexOf(Activity.SYNC);
    private static final int OFF_CPU = HostActivity.PRIORITY.indexOf(Activity.OFF_CPU);
    private static final int LAUNCH = HostActivity.PRIORITY.indexOf(Activity.LAUNCH);
    private static final int UNKNOWN = HostActivity.PRIORITY.size();
    private static final int BUBBLE = UNKNOWN + 1;
    private static final int UNSEEN = BUBBLE + 1;
    private static final int GRAPH = UNSEEN + 1;
    private static final Bottleneck[] CLASS = {
        Bottleneck.CHECKPOINT_STALL,
        Bottleneck.PERIODIC_SIDE_WORK,
        Bottleneck.INPUT_STARVATION,
        Bottleneck.SYNC_STALL,
        Bottleneck.HOST_CONTENTION
    };

    /** The class of each cause in a short and in a long gap. */
    private static final Bottleneck[] SHORT = classes(Bottleneck.LAUNCH_BOUND);

    private static final Bottleneck[] LONG = classes(Bottleneck.HOST_SERIAL);

    private final long from;
    private final long to;
    private final long tail;
    private final int steps;
    private final Thresholds thresholds;
    private final Nanos nanos;
    private final Spans bubbles;
    private final boolean isPipeline;
    private final long[] causes = new long[GRAPH + 1];
    private GapPieces pieces = new GapPieces(GapPieces.Places.NOWHERE);
    private Spans occupied = Spans.NONE;
    private Spans edge = Spans.NONE;
    private Spans graphs = Spans.NONE;
    private long gapNanos;
    private int syncGaps;

    /**
     * A sweep between two instants.
     *
     * @param tail from when on an accelerator without more work is drained
     * @param steps steady steps between them
     * @param bubbles where a gap may be a pipeline's bubble; empty without a pipeline
     */
    GapSweep(long from, long to, long tail, int steps, Spans bubbles, Thresholds thresholds, Nanos nanos) {
        this.from = from;
        this.to = to;
        this.tail = tail;
        this.steps = steps;
        this.bubbles = bubbles;
        this.isPipeline = bubbles.size() > 0;
        this.thresholds = thresholds;
        this.nanos = nanos;
    }

    private static Bottleneck[] classes(Bottleneck code) {
        Bottleneck[] classes = Arrays.copyOf(CLASS, GRAPH + 1);
        classes[LAUNCH] = code;
        classes[LAUNCH + 1] = code;
        classes[UNKNOWN] = Bottleneck.UNATTRIBUTED;
        classes[BUBBLE] = Bottleneck.PIPELINE_BUBBLE;
        classes[UNSEEN] = Bottleneck.NOT_RECORDED;
        classes[GRAPH] = Bottleneck.LAUNCH_BOUND;
        return classes;
    }

    /** Idle time inside the run of all accelerators swept so far. */
    long gapNanos() {
        return gapNanos;
    }

    /** Gaps born of a sync on all accelerators swept so far. */
    int syncGaps() {
        return syncGaps;
    }

    /**
     * What is known of the accelerator that is swept next beside its work.
     *
     * @param inside where a launch of many pieces was under way, so that the host has no part in the gaps between them
     * @param behind where their queued work waited behind work that is not in the file
     * @param before where such work may have run beside whatever the host did, but for waits that name their cause
     */
    void beside(Spans inside, Spans behind, Spans before) {
        graphs = inside;
        occupied = behind;
        edge = before;
    }

    /** One accelerator; the places are told where the time of its gaps lies. */
    void sweep(DeviceActivity device, HostActivity host, GapPieces.Places places) {
        pieces = new GapPieces(places);
        long busy = busy(device);
        gapNanos += to - from - busy;
        int born = countSyncGaps(device.busy(), host);
        syncGaps += born;
        boolean everyStep = born >= 2 && born >= thresholds.syncsPerStep() * steps;
        long drained = device.worked() ? Math.max(tail, device.lastWork()) : tail;
        HostActivity.Cursor cursor = host.cursor();
        Spans.Cursor bubble = bubbles.cursor();
        Spans.Cursor behind = occupied.cursor();
        Spans.Cursor before = edge.cursor();
        Spans.Cursor inside = graphs.cursor();
        long last = from;
        long busySinceSync = 0;
        for (int i = 0; i <= device.busy().size(); i++) {
            long next = i < device.busy().size() ? Math.min(to, device.busy().start(i)) : to;
            if (next > last) {
                cursor.advance(last);
                boolean stalled = everyStep
                        && next - last > thresholds.launchGapNanos()
                        && cursor.followsSync(last, thresholds.syncSlackNanos());
                gap(cursor, List.of(bubble, behind, before, inside), last, next, drained, stalled ? busySinceSync : 0);
                busySinceSync = stalled ? 0 : busySinceSync;
            }
            if (i < device.busy().size()) {
                long end = Math.min(to, device.busy().end(i));
                busySinceSync += Math.max(0, end - Math.max(from, device.busy().start(i)));
                last = Math.max(last, end);
            }
        }
    }

    private long busy(DeviceActivity device) {
        long kernel = device.kernel().length(from, to);
        long transfer = device.transfer().length(from, to);
        long arrival = device.arrival().length(from, to);
        long communication = device.communication().length(from, to);
        long busy = device.busy().length(from, to);
        nanos.add(Bottleneck.PRODUCTIVE, kernel);
        nanos.add(Bottleneck.COMM_EXPOSED, transfer - kernel);
        nanos.add(Bottleneck.STRAGGLER_SKEW, arrival - transfer);
        nanos.add(isPipeline ? Bottleneck.PIPELINE_BUBBLE : Bottleneck.STRAGGLER_SKEW, communication - arrival);
        nanos.add(Bottleneck.TRANSFER_BOUND, busy - communication);
        return busy;
    }

    private int countSyncGaps(Spans busy, HostActivity host) {
        Spans.Cursor sync = host.driving(Activity.SYNC).cursor();
        int count = 0;
        for (int i = 0; i < busy.size(); i++) {
            long start = busy.end(i);
            long end = i + 1 < busy.size() ? busy.start(i + 1) : to;
            boolean isLong = end - start > thresholds.launchGapNanos();
            if (isLong && start >= from && start <= to) {
                sync.advance(start);
                count += sync.reaches(start, thresholds.syncSlackNanos()) ? 1 : 0;
            }
        }
        return count;
    }

    private void gap(
            HostActivity.Cursor cursor,
            List<Spans.Cursor> places,
            long from,
            long to,
            long drained,
            long refillAtMost) {
        Spans.Cursor bubble = places.get(0);
        Spans.Cursor behind = places.get(1);
        Spans.Cursor before = places.get(2);
        Spans.Cursor inside = places.get(3);
        boolean isShort = to - from <= thresholds.launchGapNanos();
        long untilTail = Math.max(from, Math.min(to, drained));
        nanos.add(Bottleneck.TAIL_DRAIN, to - untilTail);
        pieces.begin(from);
        for (long at = from; at < untilTail; ) {
            cursor.advance(at);
            int cause = cursor.causeAt(at);
            long next = Math.min(untilTail, cursor.boundaryAfter(at));
            for (Spans.Cursor place : places) {
                place.advance(at);
                next = Math.min(next, place.boundaryAfter(at));
            }
            boolean isNamed = cause >= 0 && cause < SYNC;
            boolean isExplained = isNamed || cause == OFF_CPU;
            if (behind.covers(at) || (!isNamed && before.covers(at))) {
                cause = UNSEEN;
            } else if (!isNamed && inside.covers(at)) {
                cause = GRAPH;
            } else if (!isShort && !isExplained && bubble.covers(at)) {
                cause = BUBBLE;
            }
            int known = cause < 0 ? UNKNOWN : cause;
            causes[known] += next - at;
            pieces.add(known, next);
            at = next;
        }
        for (int i = 0; i < CLASS.length; i++) {
            nanos.add(CLASS[i], take(i));
        }
        nanos.add(Bottleneck.PIPELINE_BUBBLE, take(BUBBLE));
        long unseen = take(UNSEEN);
        gapNanos -= unseen;
        nanos.add(Bottleneck.NOT_RECORDED, unseen);
        nanos.add(Bottleneck.LAUNCH_BOUND, take(GRAPH));
        long code = take(LAUNCH) + take(LAUNCH + 1);
        long unknown = take(UNKNOWN);
        long codeRefill = Math.min(code, refillAtMost);
        long unknownRefill = Math.min(unknown, refillAtMost - codeRefill);
        nanos.add(CLASS[SYNC], codeRefill + unknownRefill);
        nanos.add(isShort ? Bottleneck.LAUNCH_BOUND : Bottleneck.HOST_SERIAL, code - codeRefill);
        nanos.add(Bottleneck.UNATTRIBUTED, unknown - unknownRefill);
        pieces.tell(isShort ? SHORT : LONG, codeRefill, unknownRefill);
        pieces.say(Bottleneck.TAIL_DRAIN, untilTail, to);
    }

    private long take(int cause) {
        long value = causes[cause];
        causes[cause] = 0;
        return value;
    }
}
