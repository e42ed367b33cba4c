package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;

/** One examination of a device. Implementations are used by one thread at a time. */
public interface HealthCheck {

    /** Returns the name in reports: lower case, one word. */
    String name();

    /** Returns whether it touches the device; one that does not is run even when the device is gone. */
    default boolean usesDevice() {
        return true;
    }

    /**
     * Examines; blocks. What the device throws is a failed check, not an error of the caller.
     *
     * @param device open, and left as it was but for the memory that the check gives back
     */
    CheckResult run(ComputeBackend device);
}
