package dev.amdahl.profilers.internal.kineto.hta;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of a rank that share a correlation: calls on the host and the device work that they launched. Not thread-safe. */
final class Correlation {
    /** The last host event. */
    @Nullable
    Event host;
    /** Device events, in the order of the file. */
    final List<Event> device = new ArrayList<>(1);
    /** Host events that are analyzed. */
    int calls;
    /** Events on a stream that are analyzed. */
    final List<Event> work = new ArrayList<>(1);
    /** Whether one of the calls counts for the length of the queue. */
    boolean isQueued;
    /** Whether one of the calls counts for the launch statistics. */
    boolean isLaunched;

    @Nullable
    Event lastDevice() {
        return device.isEmpty() ? null : device.get(device.size() - 1);
    }
}
