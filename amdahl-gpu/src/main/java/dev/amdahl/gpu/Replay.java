package dev.amdahl.gpu;

/** Launches recorded once, the caller's to close; a kernel of it must be closed after it. Used by one thread at a time. */
public interface Replay extends DeviceResource {

    /**
     * Enqueues all of them again, with the arguments that they were recorded with.
     *
     * @throws DeviceException if it is closed, or they are refused
     */
    void run();
}
