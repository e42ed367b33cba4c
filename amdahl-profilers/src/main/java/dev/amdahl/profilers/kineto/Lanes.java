package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The lanes of a trace while it is read. Not thread-safe. */
final class Lanes {
    private static final int MOST = 1 << 18;

    private final String place;
    private final Room room;
    private final Symbols symbols;
    private final Map<Long, LaneBuilder> gpus = new TreeMap<>();
    private final Map<Long, LaneBuilder> accelerators = new TreeMap<>();
    private final Map<Long, LaneBuilder> threads = new TreeMap<>();
    private final LaneBuilder steps;
    private long lastThread = -1;
    private @Nullable LaneBuilder lastLane;

    Lanes(String place, Room room, Symbols symbols) {
        this.place = place;
        this.room = room;
        this.symbols = symbols;
        this.steps = new LaneBuilder(Activity.Side.PHASE, -1, false, "steps", room);
    }

    /** The lane of a stream, of a GPU or of another accelerator. */
    LaneBuilder device(Row row, boolean isGpu) {
        int device = row.device >= 0 ? row.device : Math.max(0, row.process.number());
        int stream = row.stream >= 0 ? row.stream : Math.max(0, row.thread.number());
        Map<Long, LaneBuilder> lanes = isGpu ? gpus : accelerators;
        LaneBuilder lane = lanes.get(((long) device << 32) | stream);
        if (lane == null) {
            String name = (isGpu ? "device " : "accelerator ") + device + " stream " + stream;
            lane = counted(new LaneBuilder(Activity.Side.DEVICE, device, isGpu, name, room));
            lanes.put(((long) device << 32) | stream, lane);
        }
        return lane;
    }

    /** The lane of a host thread, by the numbers of the texts that name its process and itself. */
    LaneBuilder thread(int process, int thread) {
        long key = key(process, thread);
        if (key == lastThread && lastLane != null) {
            return lastLane;
        }
        LaneBuilder lane = threads.get(key);
        if (lane == null) {
            String name = "process " + symbols.text(process) + " thread " + symbols.text(thread);
            lane = counted(new LaneBuilder(Activity.Side.HOST, -1, false, Symbols.clean(name), room));
            lane.process = id(symbols.text(process));
            lane.thread = id(symbols.text(thread));
            threads.put(key, lane);
        }
        lastThread = key;
        lastLane = lane;
        return lane;
    }

    /** The number that the text is, else -1. */
    private static long id(String text) {
        boolean isNumber = !text.isEmpty() && text.length() < 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(text) : -1;
    }

    static long key(int process, int thread) {
        return ((long) process << 32) | thread;
    }

    LaneBuilder steps() {
        return steps;
    }

    boolean haveDevices() {
        return !gpus.isEmpty() || !accelerators.isEmpty();
    }

    /** The host threads. */
    Iterable<LaneBuilder> threads() {
        return threads.values();
    }

    /**
     * All lanes, sorted: GPUs, other accelerators, threads, steps. Nothing may be added any more.
     *
     * @param frames takes the interpreter frames of a thread, which are not kept after that
     */
    List<LaneColumns> columns(String[] labels, long offset, BiConsumer<Frames, LaneColumns> frames) {
        List<LaneColumns> columns = new ArrayList<>();
        gpus.values().forEach(lane -> columns.add(new LaneColumns(lane, labels, offset)));
        accelerators.values().forEach(lane -> columns.add(new LaneColumns(lane, labels, offset)));
        threads.values().forEach(lane -> {
            LaneColumns thread = new LaneColumns(lane, labels, offset);
            columns.add(thread);
            if (lane.frames != null) {
                frames.accept(lane.frames, thread);
            }
        });
        if (steps.size() > 0) {
            columns.add(new LaneColumns(steps, labels, offset));
        }
        return columns;
    }

    private LaneBuilder counted(LaneBuilder lane) {
        if (gpus.size() + accelerators.size() + threads.size() >= MOST) {
            throw new InvalidInputException(
                    place, "holds more than " + MOST + " streams and threads", "record fewer steps or processes");
        }
        return lane;
    }
}
