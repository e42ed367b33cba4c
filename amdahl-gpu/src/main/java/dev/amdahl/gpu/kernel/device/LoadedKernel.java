package dev.amdahl.gpu.kernel.device;

import dev.amdahl.gpu.roofline.Work;
import java.util.List;

/** A kernel in a process of its own, the caller's to close. Not thread-safe. */
public interface LoadedKernel extends AutoCloseable {

    /** Returns the memory of its buffers. */
    DeviceArena arena();

    /**
     * Runs launches one after the other, each with all arguments; seconds.
     *
     * @param layout where its buffers stand
     * @param sizes the arguments after the buffers
     * @param seed of the order of blocks and threads, where that can be had, and of what stands in shared memory before
     * @throws KernelFailure if it does not come to its end
     */
    double run(List<Launch> launches, DeviceArena.Layout layout, List<Integer> sizes, long seed) throws KernelFailure;

    /**
     * Returns the least seconds that this work can take here, as seen now; half of it where that is a rough guess.
     *
     * @throws KernelFailure if the process does not answer
     */
    double floor(DeviceArena.Layout layout, Work work) throws KernelFailure;

    /** Returns what one thread takes, in words, once it has run; empty where nothing measures it. */
    String footprint();

    @Override
    void close();
}
