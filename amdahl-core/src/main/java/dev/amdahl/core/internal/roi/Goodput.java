package dev.amdahl.core.internal.roi;

/**
 * Useful work over allocated accelerator-hours times the ideal rate.
 *
 * @param availability time with all accelerators over elapsed time
 * @param runtimeShare productive step time that was not lost later over allocated time
 * @param efficiency ideal over actual time per unit of work
 */
public record Goodput(double availability, double runtimeShare, double efficiency) {

    /** Returns the product of the three. */
    public double value() {
        return availability * runtimeShare * efficiency;
    }

    /** Effective training time ratio: productive hours over wall hours, queue included. */
    public static double effectiveTimeRatio(double productiveHours, double wallHoursWithQueue) {
        return productiveHours / wallHoursWithQueue;
    }

    /** Checkpoint interval of least overhead: sqrt(2 x write x MTBF), all in one unit (Young 1974). */
    public static double checkpointInterval(double write, double meanTimeBetweenFailures) {
        return Math.sqrt(2 * write * meanTimeBetweenFailures);
    }

    /** Overhead share at an interval: write / interval + interval / (2 MTBF). */
    public static double checkpointOverhead(double interval, double write, double meanTimeBetweenFailures) {
        return write / interval + interval / (2 * meanTimeBetweenFailures);
    }
}
