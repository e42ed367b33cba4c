package dev.amdahl.core.internal.capacity;

import java.util.OptionalDouble;

/**
 * Whether accelerators kept ready pay for themselves: what a gang of N loses while a failed node is repaired, against what the spares
 * hold all the time. An expectation for failures that come independently, at most one under repair at a time; not a measured saving.
 *
 * @param failuresPerAcceleratorHour rate of failures
 * @param repairHours from a failure until the gang is whole again without a spare
 * @param swapHours the same with a spare
 * @param standbyAccelerators kept ready
 */
public record WarmStandby(
        double failuresPerAcceleratorHour, double repairHours, double swapHours, int standbyAccelerators) {
    public WarmStandby {
        if (!(failuresPerAcceleratorHour >= 0 && Double.isFinite(failuresPerAcceleratorHour))) {
            throw new IllegalArgumentException(
                    "failures per accelerator-hour must be at least 0, was " + failuresPerAcceleratorHour);
        }
        if (!(swapHours >= 0 && repairHours >= swapHours && Double.isFinite(repairHours))) {
            throw new IllegalArgumentException(
                    "hours must be 0 <= swap <= repair, were swap " + swapHours + " and repair " + repairHours);
        }
        if (standbyAccelerators < 1) {
            throw new IllegalArgumentException("standby accelerators must be at least 1, was " + standbyAccelerators);
        }
    }

    /**
     * Expected accelerator-hours saved, below 0 where the spares cost more: failures x (repair - swap) x accelerators - standby x hours.
     *
     * @param accelerators of the gang, all of which stand still at a failure
     * @param hours over which
     */
    public double saving(double accelerators, double hours) {
        double failures = failuresPerAcceleratorHour * accelerators * hours;
        return failures * (repairHours - swapHours) * accelerators - standbyAccelerators * hours;
    }

    /** Returns the size of a gang at which the saving changes its sign: sqrt(standby / (rate x (repair - swap))); empty if it never does. */
    public OptionalDouble breakEvenAccelerators() {
        double gain = failuresPerAcceleratorHour * (repairHours - swapHours);
        return gain > 0 ? OptionalDouble.of(Math.sqrt(standbyAccelerators / gain)) : OptionalDouble.empty();
    }
}
