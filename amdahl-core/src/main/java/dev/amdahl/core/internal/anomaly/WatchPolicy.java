package dev.amdahl.core.internal.anomaly;

import java.time.Duration;

/**
 * The bounds of what is watched by time and count.
 *
 * @param idleBelow busy share under which a device does nothing
 * @param idleFor how long it may do so
 * @param hangAtLeast shortest time without a step that is called a hang
 * @param hangTimes and how many times the usual time between steps it must be
 * @param correctedAnHour corrected memory errors of a device in an hour that are too many
 * @param beforeFailure how far back errors are laid to a failure; whole hours, at most a day
 */
public record WatchPolicy(
        double idleBelow,
        Duration idleFor,
        Duration hangAtLeast,
        double hangTimes,
        int correctedAnHour,
        Duration beforeFailure) {
    /** Under 5 % for 15 minutes; 5 minutes and 20 times the usual without a step; 10 corrected errors an hour; a day. */
    public static final WatchPolicy DEFAULT =
            new WatchPolicy(.05, Duration.ofMinutes(15), Duration.ofMinutes(5), 20, 10, Duration.ofDays(1));
}
