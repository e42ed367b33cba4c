package dev.amdahl.profilers.internal.telemetry;

/** What one sample of a device may hold. */
public enum Reading {
    /** Share of the sample's time in which the device worked at all. */
    BUSY(1),
    /** Share of the multiprocessors with work. */
    SM_ACTIVE(1),
    /** Matrix unit throughput, share of peak. */
    TENSOR(1),
    /** Device memory throughput, share of peak. */
    DRAM(1),
    /** Degrees Celsius. */
    TEMPERATURE(300),
    /** Multiprocessor clock, MHz. */
    CLOCK(1e5),
    /** Clock that was asked for, MHz. */
    REQUESTED_CLOCK(1e5),
    /** Device memory in use, MiB. */
    MEMORY_USED(1e9),
    /** Device memory, MiB. */
    MEMORY_TOTAL(1e9),
    /** Watts. */
    POWER(1e5),
    /** Whether a reason was given for a lower clock, or the share of the sample with one. */
    THROTTLED(1),
    /** Counter of corrected memory errors. */
    ECC_CORRECTED(0x1p53),
    /** Counter of uncorrected memory errors. */
    ECC_UNCORRECTED(0x1p53);

    private final double most;

    Reading(double most) {
        this.most = most;
    }

    /** Returns whether a value can be true; shares may exceed 1 by rounding. */
    boolean isPossible(double value) {
        return value >= 0 && value <= most * 1.005;
    }
}
