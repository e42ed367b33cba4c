package dev.amdahl.profilers.internal.kineto.lane;

import dev.amdahl.spi.InvalidInputException;

/**
 * The memory that what is kept of one trace may take: a third of the heap, so that sorting it and what is computed from it have room
 * too. Not thread-safe.
 */
public final class MemoryBudget {
    private final String place;
    private final long most;
    private long held;

    /** @param place what messages call the trace */
    public MemoryBudget(String place) {
        this(place, Runtime.getRuntime().maxMemory() / 3);
    }

    MemoryBudget(String place, long most) {
        this.place = place;
        this.most = most;
    }

    /** Counts bytes that are kept. */
    public void take(long bytes) {
        held += bytes;
        if (held > most) {
            throw new InvalidInputException(
                    place,
                    "what is to be kept of it needs more than " + (most >> 20) + " MiB, a third of the heap",
                    "give the JVM a larger heap (-Xmx) or record fewer steps");
        }
    }

    /** Counts bytes of something that can be left out; false, and nothing counted, once half of the room is taken. */
    public boolean takeIfPlenty(long bytes) {
        if (held + bytes > most / 2) {
            return false;
        }
        held += bytes;
        return true;
    }
}
