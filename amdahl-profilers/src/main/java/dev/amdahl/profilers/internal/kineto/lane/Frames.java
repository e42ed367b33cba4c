package dev.amdahl.profilers.internal.kineto.lane;

/** The interpreter frames of one thread, in the order of the file. Not thread-safe. */
final class Frames {
    private static final int ROOM_EACH = 18;

    final Column starts;
    final Column durations;
    private final Column symbols;

    Frames() {
        this(new Column(), new Column(), new Column());
    }

    private Frames(Column starts, Column durations, Column symbols) {
        this.starts = starts;
        this.durations = durations;
        this.symbols = symbols;
    }

    /** False, and nothing added, when the memory for frames is full. */
    boolean add(MemoryBudget room, long start, long end, int symbol) {
        if (!room.takeIfPlenty(ROOM_EACH)) {
            return false;
        }
        starts.add(start);
        durations.add(end - start);
        symbols.add(symbol);
        return true;
    }

    int size() {
        return starts.size();
    }

    long end(int i) {
        return starts.get(i) + durations.get(i);
    }

    int symbol(int i) {
        return (int) symbols.get(i);
    }

    /** Returns the same by start, the outer first. */
    Frames sorted() {
        int[] order = Order.of(starts, durations);
        return order.length == 0 ? this : new Frames(starts.in(order), durations.in(order), symbols.in(order));
    }
}
