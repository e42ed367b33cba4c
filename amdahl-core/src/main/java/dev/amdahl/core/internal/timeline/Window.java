package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The part of a run that a timeline speaks about, on the timeline's clock, and what is held beside it.
 *
 * @param from first instant, ns
 * @param to last instant, ns
 * @param shownFrom first instant that shows accelerators, ns
 * @param shownTo last instant that shows accelerators, ns
 * @param uncovered wall of the process outside of it, ns
 * @param provisioning held before the process started, ns
 * @param isWhole whether it is the whole wall of the process
 */
record Window(
        long from,
        long to,
        long shownFrom,
        long shownTo,
        long uncovered,
        long provisioning,
        double queueSeconds,
        int accelerators,
        boolean isWhole,
        List<String> findings) {
    /** What says where a run begins and ends even outside of what a trace shows. */
    private static final Set<Activity> MARKS =
            EnumSet.of(Activity.WARMUP, Activity.RUN, Activity.TAIL, Activity.AFTER_FINISH, Activity.STEP);

    static Window of(Timeline timeline) {
        return new Window(
                timeline.startNanos(),
                timeline.endNanos(),
                timeline.startNanos(),
                timeline.endNanos(),
                0,
                0,
                0,
                Math.max(1, timeline.accelerators()),
                false,
                List.of());
    }

    /** Of a timeline of which a part shows accelerators. */
    static Window of(Timeline timeline, Timeline shown, JobRunFacts facts, Thresholds thresholds) {
        long start = epochNanos(facts.processStart());
        long end = epochNanos(facts.processEnd());
        long from = Math.max(start, shown.startNanos());
        long to = Math.min(end, shown.endNanos());
        if (!shown.isEpochBased()) {
            return beside(shown.startNanos(), shown.endNanos(), facts, 0, 0, "");
        }
        double queue = facts.queueSeconds() > 0 ? facts.queueSeconds() : before(timeline, Activity.QUEUE, start) / 1e9;
        long held =
                facts.provisioningSeconds() > 0 ? provisioning(facts) : before(timeline, Activity.PROVISIONING, start);
        if (to < from) {
            return beside(
                    shown.startNanos(),
                    shown.endNanos(),
                    facts,
                    queue,
                    held,
                    "the timeline does not overlap the run on the wall clock; only its length is used");
        }
        double covered = (double) (to - from) / Math.max(1, end - start);
        boolean isMarked = covered < 1 && isMarkedOutside(timeline, start, end, from, to);
        if (covered < thresholds.minimumCoverage() && !isMarked) {
            return beside(
                    from,
                    to,
                    facts,
                    queue,
                    held,
                    String.format(
                            Locale.ROOT,
                            "the timeline covers %.0f %% of the run; the rest is unattributed",
                            100 * covered));
        }
        return new Window(start, end, from, to, 0, held, queue, facts.accelerators(), true, List.of());
    }

    private static Window beside(long from, long to, JobRunFacts facts, double queue, long held, String finding) {
        long uncovered = Math.max(0, facts.wallNanos() - (to - from));
        return new Window(
                from,
                to,
                from,
                to,
                uncovered,
                Math.max(held, provisioning(facts)),
                Math.max(queue, facts.queueSeconds()),
                facts.accelerators(),
                uncovered == 0,
                finding.isEmpty() ? List.of() : List.of(finding));
    }

    /** Time of one phase before an instant. */
    private static long before(Timeline timeline, Activity phase, long instant) {
        return LaneSpans.union(phases(timeline), EnumSet.of(phase), Long.MIN_VALUE, instant)
                .length(Long.MIN_VALUE, instant);
    }

    private static boolean isMarkedOutside(Timeline timeline, long start, long end, long from, long to) {
        for (Lane lane : phases(timeline)) {
            for (int i = 0; i < lane.size(); i++) {
                boolean isInside = lane.start(i) >= from && lane.end(i) <= to;
                boolean isOfRun = lane.end(i) > start && lane.start(i) < end;
                if (MARKS.contains(lane.activity(i)) && isOfRun && !isInside) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Lane> phases(Timeline timeline) {
        return timeline.lanes().stream()
                .filter(lane -> lane.side() == Activity.Side.PHASE)
                .toList();
    }

    private static long provisioning(JobRunFacts facts) {
        return Math.round(facts.provisioningSeconds() * 1e9);
    }

    private static long epochNanos(Instant instant) {
        return Duration.between(Instant.EPOCH, instant).toNanos();
    }
}
