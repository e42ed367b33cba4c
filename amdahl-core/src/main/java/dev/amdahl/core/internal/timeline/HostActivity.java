package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.List;
import java.util.Map;

/**
 * What the host did, by cause of a device gap. Threads that drive the device (they launch or synchronise) are asked first;
 * the others only where no driving thread shows anything, so that background work is not blamed. Immutable.
 */
final class HostActivity {
    /** Host causes in the order in which they claim a gap. */
    static final List<Activity> PRIORITY = List.of(
            Activity.CHECKPOINT,
            Activity.SIDE_WORK,
            Activity.INPUT_WAIT,
            Activity.SYNC,
            Activity.OFF_CPU,
            Activity.LAUNCH,
            Activity.HOST_CODE);

    private final Spans[] driving;
    private final Spans[] others;

    private HostActivity(Spans[] driving, Spans[] others) {
        this.driving = driving;
        this.others = others;
    }

    /** Of threads that drive a device, and of others. */
    static HostActivity of(List<Lane> driving, List<Lane> others, long from, long to) {
        return new HostActivity(unions(driving, from, to), unions(others, from, to));
    }

    private static Spans[] unions(List<Lane> lanes, long from, long to) {
        Map<Activity, Spans> byKind = LaneSpans.byKind(lanes, from, to);
        Spans[] unions = new Spans[PRIORITY.size()];
        for (int i = 0; i < unions.length; i++) {
            unions[i] = byKind.getOrDefault(PRIORITY.get(i), Spans.NONE);
        }
        return unions;
    }

    /** Returns what the driving threads did of one kind. */
    Spans driving(Activity kind) {
        return driving[PRIORITY.indexOf(kind)];
    }

    /** Returns whether the driving threads show anything at all. */
    boolean isShown() {
        for (Spans kind : driving) {
            if (kind.size() > 0) {
                return true;
            }
        }
        return false;
    }

    Cursor cursor() {
        return new Cursor();
    }

    /** Walks all causes forward in time. Not thread-safe. */
    final class Cursor {
        private final Spans.Cursor[] cursors = new Spans.Cursor[2 * PRIORITY.size()];

        private Cursor() {
            for (int i = 0; i < PRIORITY.size(); i++) {
                cursors[i] = driving[i].cursor();
                cursors[PRIORITY.size() + i] = others[i].cursor();
            }
        }

        void advance(long to) {
            for (Spans.Cursor cursor : cursors) {
                cursor.advance(to);
            }
        }

        /** Index in {@link #PRIORITY} of the cause that covers an instant; -1 if none. */
        int causeAt(long instant) {
            for (int i = 0; i < cursors.length; i++) {
                if (cursors[i].covers(instant)) {
                    return i % PRIORITY.size();
                }
            }
            return -1;
        }

        long boundaryAfter(long instant) {
            long next = Long.MAX_VALUE;
            for (Spans.Cursor cursor : cursors) {
                next = Math.min(next, cursor.boundaryAfter(instant));
            }
            return next;
        }

        boolean followsSync(long instant, long slack) {
            return cursors[PRIORITY.indexOf(Activity.SYNC)].reaches(instant, slack);
        }
    }
}
