package dev.amdahl.gpu;

import dev.amdahl.spi.Availability;

/** Opens one kind of {@link ComputeBackend}; found by {@link java.util.ServiceLoader}. Implementations are thread-safe. */
public interface ComputeBackendProvider {

    /** Returns the name to select it by. */
    String name();

    /** Returns whether it can work here, and if not, which layer is missing; never throws, and asks the machine once. */
    Availability availability();

    /** Returns whether it computes on an accelerator; such a one is preferred. */
    boolean isAccelerated();

    /**
     * Opens the device.
     *
     * @throws dev.amdahl.spi.AmdahlException if it cannot be had
     */
    ComputeBackend open();
}
