package dev.amdahl.spi.job;

import java.util.List;

/**
 * What the runs of a fleet asked for beside accelerators against what they used of it, and the accelerators that no run held.
 *
 * @param amounts only those of which the source tells both
 * @param lines what stood idle or was out of service and why, and what could not be asked
 */
public record FleetRequests(List<Amount> amounts, List<String> lines) {
    public FleetRequests {
        amounts = List.copyOf(amounts);
        lines = List.copyOf(lines);
    }

    /**
     * One kind of thing.
     *
     * @param what such as {@code cpu}
     * @param unit that both are given in, such as {@code CPU-hours}
     * @param asked what was given, over the time that runs held it
     * @param used at most {@code asked}, but where a source counts otherwise
     * @param jobs of which both are known
     */
    public record Amount(String what, String unit, double asked, double used, long jobs) {
        /** Returns the sum with another of the same kind. */
        public Amount plus(Amount other) {
            return new Amount(what, unit, asked + other.asked, used + other.used, jobs + other.jobs);
        }
    }
}
