package dev.amdahl.examples.fleet;

import java.util.List;

/**
 * One recurring job of the fleet: its name, what is planted in it, and what it offers to change; immutable.
 *
 * @param runsPerWeek how often the job runs
 */
public record FleetFamily(String name, PlantedCause cause, int runsPerWeek, List<OfferedChange> offers) {
    /** Copies the offers. */
    public FleetFamily {
        offers = List.copyOf(offers);
    }

    /** Returns the same job with another cause planted in it. */
    public FleetFamily withCause(PlantedCause other) {
        return new FleetFamily(name, other, runsPerWeek, offers);
    }
}
