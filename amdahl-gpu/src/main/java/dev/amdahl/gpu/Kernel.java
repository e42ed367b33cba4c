package dev.amdahl.gpu;

import java.util.Optional;

/** A compiled kernel, the caller's to close. Used by one thread at a time. */
public interface Kernel extends DeviceResource {

    /**
     * What one thread and one block take, as the driver says.
     *
     * @param registers of a thread
     * @param spilledBytes of local memory of a thread
     * @param sharedBytes of static shared memory of a block
     */
    record Footprint(int registers, int spilledBytes, int sharedBytes) {}

    /**
     * Enqueues one launch.
     *
     * @param arguments in the order of the parameters
     * @throws DeviceException if it is refused; what fails while it runs shows at a later call
     */
    void launch(Grid grid, KernelArgument... arguments);

    /** Returns what it takes; empty where nothing measures it. */
    Optional<Footprint> footprint();
}
