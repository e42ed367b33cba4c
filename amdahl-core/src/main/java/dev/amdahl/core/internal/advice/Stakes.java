package dev.amdahl.core.internal.advice;

/**
 * What a removed share of a job is worth.
 *
 * @param acceleratorHoursPerYear what the family holds in a year
 * @param pricePerAcceleratorHour not negative
 * @param horizonYears how long a saving is counted
 * @param adoption share of the runs that take the change over, 0 to 1
 */
public record Stakes(
        double acceleratorHoursPerYear, double pricePerAcceleratorHour, double horizonYears, double adoption) {}
