package dev.amdahl.gpu;

import java.util.Deque;
import java.util.List;

/** Something on a device that must be given back. Used by one thread at a time. */
public interface DeviceResource extends AutoCloseable {

    /**
     * Gives it back; a second call does nothing.
     *
     * @throws DeviceException if the device refuses; it counts as given back all the same
     */
    @Override
    void close();

    /**
     * Gives all of them back in their order; one that fails does not keep the rest.
     *
     * @throws DeviceException the first failure, with the others suppressed
     */
    static void closeAll(Iterable<? extends DeviceResource> resources) {
        RuntimeException first = null;
        for (DeviceResource resource : resources) {
            try {
                resource.close();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Gives a stack of them back, the latest first, and empties it; as above. */
    static void unwind(Deque<? extends DeviceResource> stack) {
        List<DeviceResource> latestFirst = List.copyOf(stack);
        stack.clear();
        closeAll(latestFirst);
    }
}
