package dev.amdahl.core.loop;

import java.time.Duration;

/**
 * How long the knowledge in the ledger stays valid, and how promoted changes are watched.
 *
 * @param waiting how long a hypothesis may wait for its experiment, for evidence or for a lever before it expires
 * @param stalled how long an experiment may go without a new trial, beyond the time in which a run counts as lost, before it expires
 * @param confirmation how old the newest trial of a win may be when it is promoted
 * @param recheck time after which a promoted change is measured once more against the incumbent without it; zero for never
 * @param decayError highest rate of error of one such check that calls a change decayed although it still brings its share
 * @param keptShare share of the effect shown at promotion under which a change counts as decayed
 * @param fleetWindow least time between two looks at the later runs in the fleet
 */
public record MemoryPolicy(
        Duration waiting,
        Duration stalled,
        Duration confirmation,
        Duration recheck,
        double decayError,
        double keptShare,
        Duration fleetWindow) {
    /** 90 days of waiting, 14 without a trial, 30 days for an answer, a check every 30 days at 1 % for half of the effect, fleet looks once a day. */
    public static final MemoryPolicy DEFAULT = new MemoryPolicy(
            Duration.ofDays(90),
            Duration.ofDays(14),
            Duration.ofDays(30),
            Duration.ofDays(30),
            .01,
            .5,
            Duration.ofDays(1));

    /** @throws IllegalArgumentException if a component is out of its range */
    public MemoryPolicy {
        requirePositive("waiting", waiting);
        requirePositive("stalled", stalled);
        requirePositive("confirmation", confirmation);
        requirePositive("fleetWindow", fleetWindow);
        if (recheck.isNegative()) {
            throw new IllegalArgumentException("recheck must not be negative, was " + recheck);
        }
        if (!(decayError > 0 && decayError < 1)) {
            throw new IllegalArgumentException("decayError must lie between 0 and 1, was " + decayError);
        }
        if (!(keptShare > 0 && keptShare < 1)) {
            throw new IllegalArgumentException("keptShare must lie between 0 and 1, was " + keptShare);
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, was " + value);
        }
    }
}
