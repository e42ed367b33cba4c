package dev.amdahl.core.timeline;

import dev.amdahl.spi.job.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The part of a run that a timeline speaks about, on the timeline's clock, and what is held beside it. Immutable.
 *
 * @param from first instant, ns
 * @param to last instant, ns
 * @param uncovered wall of the process outside of it, ns
 * @param provisioning held before the process started, ns
 */
record Window(
        long from,
        long to,
        long uncovered,
        long provisioning,
        double queueSeconds,
        int accelerators,
        List<String> findings) {

    static Window of(Timeline timeline) {
        return new Window(
                timeline.startNanos(), timeline.endNanos(), 0, 0, 0, Math.max(1, timeline.accelerators()), List.of());
    }

    static Window of(Timeline timeline, JobRunFacts facts, Thresholds thresholds) {
        long start = epochNanos(facts.processStart());
        long end = epochNanos(facts.processEnd());
        long from = Math.max(start, timeline.startNanos());
        long to = Math.min(end, timeline.endNanos());
        if (!timeline.isEpochBased()) {
            return beside(timeline.startNanos(), timeline.endNanos(), facts, "");
        }
        if (to < from) {
            return beside(
                    timeline.startNanos(),
                    timeline.endNanos(),
                    facts,
                    "the timeline does not overlap the run on the wall clock; only its length is used");
        }
        double covered = (double) (to - from) / Math.max(1, end - start);
        if (covered < thresholds.minimumCoverage()) {
            return beside(
                    from,
                    to,
                    facts,
                    String.format(
                            Locale.ROOT,
                            "the timeline covers %.0f %% of the run; the rest is unattributed",
                            100 * covered));
        }
        return new Window(start, end, 0, provisioning(facts), facts.queueSeconds(), facts.accelerators(), List.of());
    }

    private static Window beside(long from, long to, JobRunFacts facts, String finding) {
        long uncovered = Math.max(0, facts.wallNanos() - (to - from));
        return new Window(
                from,
                to,
                uncovered,
                provisioning(facts),
                facts.queueSeconds(),
                facts.accelerators(),
                finding.isEmpty() ? List.of() : List.of(finding));
    }

    private static long provisioning(JobRunFacts facts) {
        return Math.round(facts.provisioningSeconds() * 1e9);
    }

    private static long epochNanos(Instant instant) {
        return Duration.between(Instant.EPOCH, instant).toNanos();
    }
}
