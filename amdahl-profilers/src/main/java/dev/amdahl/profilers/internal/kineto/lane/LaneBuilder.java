package dev.amdahl.profilers.internal.kineto.lane;

import dev.amdahl.spi.job.Activity;
import org.jspecify.annotations.Nullable;

/** Growing columns of one lane, in the order of the file. Not thread-safe. */
public final class LaneBuilder {
    private static final int ROOM = 600;
    private static final int ROOM_EACH = 24;

    final Activity.Side side;
    final int device;
    final boolean isGpu;
    final String name;
    long process = -1;
    long thread = -1;
    final Column starts = new Column();
    final Column durations = new Column();
    final Column correlations = new Column();
    final Column marks = new Column();

    /** What each interval was called with: the number of a text, plus 1; 0 where that is not known; null where it never is. */
    @Nullable
    Column arguments;

    /** The interpreter frames behind what is merged, if any were kept. */
    @Nullable
    Frames frames;

    private final MemoryBudget room;
    private long mergedStart;
    private long mergedEnd = Long.MIN_VALUE;

    /** @param isGpu whether its work counts as GPU work, if it is a device lane */
    LaneBuilder(Activity.Side side, int device, boolean isGpu, String name, MemoryBudget room) {
        this.side = side;
        this.device = device;
        this.isGpu = isGpu;
        this.name = name;
        this.room = room;
        room.take(ROOM);
    }

    int size() {
        return starts.size();
    }

    /** Adds an interval. */
    public void add(long start, long end, Activity activity, int symbol, long correlation) {
        add(start, end, activity, symbol, correlation, -1);
    }

    /**
     * Adds an interval with what it was called with.
     *
     * @param called the number of the text that tells it, -1 for none
     */
    public void add(long start, long end, Activity activity, int symbol, long correlation, int called) {
        room.take(arguments == null ? ROOM_EACH : ROOM_EACH + Integer.BYTES);
        starts.add(start);
        durations.add(end - start);
        correlations.add(correlation);
        marks.add(MarkCodec.of(symbol, activity));
        if (called >= 0 && arguments == null) {
            arguments = new Column();
            for (int i = 1; i < starts.size(); i++) {
                arguments.add(0);
            }
        }
        if (arguments != null) {
            arguments.add(called + 1L);
        }
    }

    /** Keeps a frame for the hot frames; false when the memory for them is full. */
    public boolean keepFrame(long start, long end, int symbol) {
        if (frames == null) {
            frames = new Frames();
        }
        return frames.add(room, start, end, symbol);
    }

    /** Adds frames whose names do not matter: those that touch become one interval. Says whether an interval was added. */
    public boolean merge(long start, long end, int symbol) {
        if (mergedEnd != Long.MIN_VALUE && start <= mergedEnd && end >= mergedStart) {
            mergedStart = Math.min(mergedStart, start);
            mergedEnd = Math.max(mergedEnd, end);
            return false;
        }
        boolean added = flush(symbol);
        mergedStart = start;
        mergedEnd = end;
        return added;
    }

    /** Adds the frames that are still being merged, if any. */
    public boolean flush(int symbol) {
        if (mergedEnd == Long.MIN_VALUE) {
            return false;
        }
        add(mergedStart, mergedEnd, Activity.HOST_CODE, symbol, -1);
        mergedEnd = Long.MIN_VALUE;
        return true;
    }
}
