package dev.amdahl.core.internal.roi;

import java.util.OptionalDouble;

/**
 * What one run's work cost, by the unit of work and by the joule; what was not measured stays empty.
 *
 * @param secondsPerUnit accelerator-seconds a unit of work
 * @param moneyPerUnit their price
 * @param joulesPerUnit energy a unit of work
 * @param moneyPerJoule price of the time over its energy
 * @param fleetRuns of how many runs of the fleet the energy is; 0 if the job itself told it, or nobody
 */
public record UnitCost(
        OptionalDouble secondsPerUnit,
        OptionalDouble moneyPerUnit,
        OptionalDouble joulesPerUnit,
        OptionalDouble moneyPerJoule,
        int fleetRuns) {
    private static final double SECONDS_PER_HOUR = 3600;

    /**
     * Returns the figures of one run, or of the medians of several.
     *
     * @param acceleratorSeconds what it held
     * @param pricePerHour of an accelerator-hour, where known
     * @param workUnits what it did, where counted
     * @param joules what it used, where something says so
     * @param fleetRuns of how many runs of the fleet that is, 0 if the job itself told it
     */
    public static UnitCost of(
            double acceleratorSeconds,
            OptionalDouble pricePerHour,
            OptionalDouble workUnits,
            OptionalDouble joules,
            int fleetRuns) {
        OptionalDouble money = pricePerHour.isPresent()
                ? OptionalDouble.of(acceleratorSeconds / SECONDS_PER_HOUR * pricePerHour.getAsDouble())
                : OptionalDouble.empty();
        return new UnitCost(
                per(OptionalDouble.of(acceleratorSeconds), workUnits),
                per(money, workUnits),
                per(joules, workUnits),
                per(money, joules),
                fleetRuns);
    }

    /** Returns units of work a joule; empty until both are known. */
    public OptionalDouble unitsPerJoule() {
        return per(OptionalDouble.of(1), joulesPerUnit);
    }

    private static OptionalDouble per(OptionalDouble value, OptionalDouble divisor) {
        return value.isPresent() && divisor.isPresent() && divisor.getAsDouble() > 0
                ? OptionalDouble.of(value.getAsDouble() / divisor.getAsDouble())
                : OptionalDouble.empty();
    }
}
