package dev.amdahl.core.internal.timeline;

/**
 * The bounds that attribution and classification use.
 *
 * @param idleBelow a window whose busy share is below this is idle
 * @param highFrom a window whose busy share is at least this is high
 * @param launchGapNanos a merged gap of at most this length is launch-bound, a longer one host-serial
 * @param syncSlackNanos a gap is born of a sync call that was waiting when it began, or returned at most this long before
 * @param syncsPerStep from how many such gaps per step on the refill after a sync counts as a stall; a little below 1 as
 *     the last sync has no refill
 * @param steadyStep a step is steady when it takes at most this times the median step
 * @param minimumCoverage below this share of the wall an epoch-based trace says nothing about the time outside it
 * @param wakeupsPerSecond context switches per second and core from which system time counts as contention where there
 *     is no timeline
 */
public record Thresholds(
        double idleBelow,
        double highFrom,
        long launchGapNanos,
        long syncSlackNanos,
        double syncsPerStep,
        double steadyStep,
        double minimumCoverage,
        double wakeupsPerSecond) {
    /** 5 % and 70 % busy, 60 us, 50 us, 0.8 per step, 1.1 times the median, 20 % of the wall, 2,000 switches. */
    public static final Thresholds DEFAULT = new Thresholds(.05, .70, 60_000, 50_000, .8, 1.1, .2, 2_000);

    public Thresholds {
        if (!(idleBelow >= 0 && idleBelow <= highFrom && highFrom <= 1)) {
            throw new IllegalArgumentException(
                    "need 0 <= idleBelow <= highFrom <= 1, were " + idleBelow + " and " + highFrom);
        }
    }
}
