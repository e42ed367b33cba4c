package dev.amdahl.profilers.kineto;

import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows that begin and have not ended: per thread the end belongs to the latest beginning, as the Chrome trace event format says. Not
 * thread-safe.
 */
final class OpenRows {
    private static final int ROOM_EACH = 120;

    private final Map<Long, Deque<Open>> threads = new HashMap<>();
    private final MemoryBudget room;
    private long open;

    OpenRows(MemoryBudget room) {
        this.room = room;
    }

    /** A row that has begun. */
    record Open(long start, int category, int name, int device, int stream, long correlation) {}

    void begin(long thread, Open row) {
        room.take(ROOM_EACH);
        threads.computeIfAbsent(thread, any -> new ArrayDeque<>(4)).push(row);
        open++;
    }

    /** Returns the row that ends, if one began. */
    @Nullable
    Open end(long thread) {
        Deque<Open> stack = threads.get(thread);
        Open row = stack == null ? null : stack.poll();
        open -= row == null ? 0 : 1;
        return row;
    }

    /** Returns how many have not ended. */
    long open() {
        return open;
    }
}
