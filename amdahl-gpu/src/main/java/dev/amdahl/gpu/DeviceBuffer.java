package dev.amdahl.gpu;

/**
 * Elements in the memory of a device, the caller's to close. Used by one thread at a time.
 *
 * @param <A> the host array of its elements
 */
public interface DeviceBuffer<A> extends DeviceResource {

    /** Returns what the elements are. */
    ElementType<A> type();

    /** Returns the number of elements, which may be above 2^31. */
    long length();

    /** Returns the number of bytes. */
    default long bytes() {
        return length() * type().bytes();
    }

    /**
     * Copies from the host; the array may be changed as soon as this returns.
     *
     * @param from the first element of the array
     * @param at the first element of the buffer
     * @throws IndexOutOfBoundsException if either range leaves its side
     * @throws DeviceException if the copy fails, or the buffer is closed
     */
    void upload(A host, int from, long at, int count);

    /**
     * Copies to the host, after all work that was enqueued before.
     *
     * @param at the first element of the buffer
     * @param to the first element of the array
     * @throws IndexOutOfBoundsException if either range leaves its side
     * @throws DeviceException if the copy or work before it fails, or the buffer is closed
     */
    void download(long at, A host, int to, int count);

    /** Copies a whole array to the buffer's beginning. */
    default void upload(A host) {
        upload(host, 0, 0, type().lengthOf(host));
    }

    /**
     * Returns all elements in a new array.
     *
     * @throws DeviceException if there are more than an array holds
     */
    default A download() {
        if (length() > Integer.MAX_VALUE - 8) {
            throw new DeviceException(
                    DeviceException.Fault.TOO_LARGE,
                    "a buffer of " + length() + " elements does not fit one array; download it in parts");
        }
        A host = type().array((int) length());
        download(0, host, 0, (int) length());
        return host;
    }
}
