package dev.amdahl.gpu;

import java.util.Optional;

/**
 * A device opened for use, the caller's to close. Work is enqueued in order and may run after a call returns; errors of work show at
 * a later call. Used by the thread that opened it.
 */
public interface ComputeBackend extends DeviceResource {

    /** Returns the name by which it was selected. */
    String name();

    /** Returns what it computes on. */
    Device device();

    /**
     * Returns a buffer of elements of no particular value.
     *
     * @throws DeviceException with {@code OUT_OF_MEMORY} if there is no room, {@code TOO_LARGE} if no room could do
     * @throws IllegalArgumentException if the length is not positive
     */
    <A> DeviceBuffer<A> allocate(ElementType<A> type, long length);

    /** Returns a buffer that holds what an array holds. */
    default <A> DeviceBuffer<A> allocate(ElementType<A> type, A host) {
        DeviceBuffer<A> buffer = allocate(type, type.lengthOf(host));
        try {
            buffer.upload(host);
        } catch (RuntimeException e) {
            buffer.close();
            throw e;
        }
        return buffer;
    }

    /**
     * Copies one buffer to another of the same type and length.
     *
     * @throws IllegalArgumentException if they differ in length
     */
    <A> void copy(DeviceBuffer<A> from, DeviceBuffer<A> to);

    /**
     * Copies a buffer of another device, opened by the same thread, to one of this device of the same type and length; directly where
     * {@link #isPeer} says so, else through the host. The other device's own work is not waited for.
     *
     * @param other the device that has the buffer copied from
     * @throws IllegalArgumentException if they differ in length
     */
    default <A> void copy(ComputeBackend other, DeviceBuffer<A> from, DeviceBuffer<A> to) {
        if (from.length() != to.length()) {
            throw new IllegalArgumentException(
                    "a copy needs equal lengths, was from " + from.length() + " to " + to.length() + " elements");
        }
        to.upload(from.download());
    }

    /** Returns whether it reads the memory of another device without a detour over the host. */
    default boolean isPeer(ComputeBackend other) {
        return false;
    }

    /**
     * The matrix product c = a b.
     *
     * @throws IllegalArgumentException if the shapes do not fit
     */
    <A, C> void multiply(GemmType<A, C> type, DeviceMatrix<A> a, DeviceMatrix<A> b, DeviceMatrix<C> c);

    /** Writes a pattern over a buffer; bytes beyond its last whole word stay. */
    void fill(DeviceBuffer<?> buffer, Pattern pattern);

    /** Compares every whole word of a buffer with a pattern, after the work before. */
    PatternCheck check(DeviceBuffer<?> buffer, Pattern pattern);

    /**
     * Makes a kernel ready to launch.
     *
     * @throws CompilationException if it does not compile
     * @throws DeviceException with {@code UNSUPPORTED} if this backend cannot run such a source
     */
    Kernel compile(KernelSource source);

    /**
     * Records launches for a device that can run many at once, without the cost of each; elsewhere they are simply done again.
     *
     * @param launches nothing but launches of kernels; recorded, not done
     */
    default Replay record(Runnable launches) {
        return new Replay() {
            @Override
            public void run() {
                launches.run();
            }

            @Override
            public void close() {}
        };
    }

    /**
     * Memory of the host that a device copies without a detour; empty where there is no such thing.
     *
     * @throws DeviceException if there is no room
     */
    default Optional<PinnedWords> pinned(int words) {
        return Optional.empty();
    }

    /** Returns the seconds that the enqueued work takes on the device, by its own clock; waits for work before and for this. */
    double seconds(Runnable work);

    /**
     * Waits until all enqueued work is done.
     *
     * @throws DeviceException if some of it failed
     */
    void synchronize();

    /** Gives the device back; buffers and kernels of it must be closed before. A second call does nothing. */
    @Override
    void close();
}
