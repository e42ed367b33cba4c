package dev.amdahl.examples.fleet;

/** Work that the accelerator runs in queue order; an implementation is used by the device thread alone once launched. */
public interface Kernel {
    /** Returns the name under which the kernel stands in a trace. */
    String name();

    /** Computes; it may touch only buffers that the host leaves alone until it has synchronised. */
    void run();
}
