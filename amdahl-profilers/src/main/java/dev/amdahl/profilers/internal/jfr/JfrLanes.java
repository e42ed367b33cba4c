package dev.amdahl.profilers.internal.jfr;

import dev.amdahl.profilers.internal.LaneColumnsBuilder;
import dev.amdahl.profilers.internal.stacks.Labels;
import dev.amdahl.profilers.internal.stacks.LaneTimeline;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Lanes of host threads from events with a duration; past a million intervals or 10,000 threads only sums go on. Not thread-safe. */
final class JfrLanes {
    private static final int MAX = 1_000_000;
    private static final int MAX_LANES = 10_000;
    /** No event of a recording lies a hundred years from 1970. */
    private static final long FURTHEST = 100L * 366 * 86_400;

    private final Labels labels = new Labels();
    private final Map<String, LaneColumnsBuilder> lanes = new LinkedHashMap<>();
    private int size;
    private long leftOut;
    private long damaged;

    /** Returns a thread that waits; returns the seconds. */
    double waiting(RecordedEvent event, String what, String classField) {
        String type = Fields.type(event, classField);
        return add(event, thread(event), Activity.OFF_CPU, type.isEmpty() ? what : what + " " + type);
    }

    /** Returns a thread in a call that reads or writes; returns the seconds. */
    double working(RecordedEvent event, String what) {
        return add(event, thread(event), Activity.HOST_CODE, what);
    }

    /** Returns a pause of all threads; returns the seconds. */
    double pause(RecordedEvent event) {
        return add(event, "garbage collector", Activity.OFF_CPU, "pause " + Fields.text(event, "name"));
    }

    boolean isUsed() {
        return size > 0;
    }

    Optional<Timeline> timeline() {
        return LaneTimeline.of(lanes.values(), true);
    }

    List<String> findings() {
        List<String> findings = new ArrayList<>();
        if (leftOut > 0) {
            findings.add(Plurals.of(leftOut, "interval") + " beyond the first " + MAX
                    + " or of further threads: in sums alone");
        }
        if (damaged > 0) {
            findings.add(
                    "left out " + Plurals.of(damaged, "event") + " that ended before the start, or outside its time");
        }
        return findings;
    }

    private double add(RecordedEvent event, String lane, Activity activity, String label) {
        Instant from = event.getStartTime();
        Instant to = event.getEndTime();
        boolean isSound = !to.isBefore(from)
                && Math.abs(from.getEpochSecond()) < FURTHEST
                && Math.abs(to.getEpochSecond()) < FURTHEST;
        if (!isSound) {
            damaged++;
            return 0;
        }
        long start = nanos(from);
        long end = nanos(to);
        if (size >= MAX || (lanes.size() >= MAX_LANES && !lanes.containsKey(lane))) {
            leftOut++;
        } else {
            size++;
            lanes.computeIfAbsent(lane, name -> new LaneColumnsBuilder(Activity.Side.HOST, -1, name))
                    .add(start, end, activity, labels.shared(label), -1);
        }
        return (end - start) / 1e9;
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    private static String thread(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        if (thread == null) {
            return "thread unknown";
        }
        String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
        return "thread " + thread.getOSThreadId() + " " + name;
    }
}
