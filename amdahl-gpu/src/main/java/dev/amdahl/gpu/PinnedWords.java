package dev.amdahl.gpu;

import java.nio.LongBuffer;

/**
 * 64-bit words of the host that stay where they are, so that a device copies them without a detour; the caller's to close, after the
 * work that uses them. Used by one thread at a time.
 */
public interface PinnedWords extends DeviceResource {

    /** Returns the words; of no use once it is closed. */
    LongBuffer words();

    /**
     * Enqueues a copy of all words to a buffer's beginning; they must not change until the work is done.
     *
     * @throws IndexOutOfBoundsException if they do not fit
     */
    void upload(DeviceBuffer<long[]> to);

    /**
     * Enqueues a copy of a buffer's beginning over all words, which hold it once the work is done.
     *
     * @throws IndexOutOfBoundsException if it has fewer
     */
    void download(DeviceBuffer<long[]> from);
}
