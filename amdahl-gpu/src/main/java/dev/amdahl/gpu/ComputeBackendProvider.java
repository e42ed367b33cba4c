package dev.amdahl.gpu;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;

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

    /**
     * Returns how many devices it can open.
     *
     * @throws dev.amdahl.spi.AmdahlException if that cannot be told
     */
    default int devices() {
        return 1;
    }

    /**
     * Opens one of several devices.
     *
     * @param device from 0
     * @throws InvalidInputException if there is no such device
     * @throws dev.amdahl.spi.AmdahlException if it cannot be had
     */
    default ComputeBackend open(int device) {
        if (device != 0) {
            throw new InvalidInputException("device " + device, name() + " has one device", "take device 0");
        }
        return open();
    }
}
