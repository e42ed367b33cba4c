package dev.amdahl.profilers.internal.kineto.lane;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lanes of a trace while it is read. Not thread-safe. */
public final class Lanes {
    private static final int MAX = 1 << 18;

    /** A name of PyTorch's dispatcher, such as {@code aten::mm}, or of a step of a backward pass. */
    private static final Pattern COLLECTIVE = Pattern.compile("^(gloo|mpi|ucc|nccl):");

    private static final Pattern OPERATOR = Pattern.compile("^\\w+::|Backward\\d*$");

    private final String place;
    private final MemoryBudget room;
    private final IntFunction<String> texts;
    private final Map<Long, LaneBuilder> gpus = new TreeMap<>();
    private final Map<Long, LaneBuilder> accelerators = new TreeMap<>();
    private final Map<Long, LaneBuilder> threads = new TreeMap<>();
    private final LaneBuilder steps;
    private long lastThread = -1;
    private @Nullable LaneBuilder lastLane;

    /**
     * @param place what messages call the trace
     * @param room what the lanes may take
     * @param texts the texts that name processes and threads by their numbers, harmless ones
     */
    public Lanes(String place, MemoryBudget room, IntFunction<String> texts) {
        this.place = place;
        this.room = room;
        this.texts = texts;
        this.steps = new LaneBuilder(Activity.Side.PHASE, -1, false, "steps", room);
    }

    /** Returns the lane of a stream, of a GPU or of another accelerator. */
    public LaneBuilder device(int device, int stream, boolean isGpu) {
        Map<Long, LaneBuilder> lanes = isGpu ? gpus : accelerators;
        LaneBuilder lane = lanes.get(((long) device << 32) | stream);
        if (lane == null) {
            String name = (isGpu ? "device " : "accelerator ") + device + " stream " + stream;
            lane = counted(new LaneBuilder(Activity.Side.DEVICE, device, isGpu, name, room));
            lanes.put(((long) device << 32) | stream, lane);
        }
        return lane;
    }

    /** Returns the lane of a host thread, by the numbers of the texts that name its process and itself. */
    public LaneBuilder thread(int process, int thread) {
        long key = key(process, thread);
        if (key == lastThread && lastLane != null) {
            return lastLane;
        }
        LaneBuilder lane = threads.get(key);
        if (lane == null) {
            String name = "process " + texts.apply(process) + " thread " + texts.apply(thread);
            lane = counted(new LaneBuilder(Activity.Side.HOST, -1, false, name, room));
            lane.process = id(texts.apply(process));
            lane.thread = id(texts.apply(thread));
            threads.put(key, lane);
        }
        lastThread = key;
        lastLane = lane;
        return lane;
    }

    /** Returns the number that the text is, else -1. */
    private static long id(String text) {
        boolean isNumber = !text.isEmpty() && text.length() < 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(text) : -1;
    }

    /** Returns one number for a process and a thread. */
    public static long key(int process, int thread) {
        return ((long) process << 32) | thread;
    }

    /** Returns the lane of the steps that the job marks. */
    public LaneBuilder steps() {
        return steps;
    }

    /** Returns whether anything ran on a device. */
    public boolean haveDevices() {
        return !gpus.isEmpty() || !accelerators.isEmpty();
    }

    /** Returns the host threads. */
    public Iterable<LaneBuilder> threads() {
        return threads.values();
    }

    /**
     * Returns all lanes, sorted: GPUs, other accelerators, threads, steps. Nothing may be added any more.
     *
     * @param frames takes the interpreter frames of a thread, which are not kept after that
     */
    public List<LaneColumns> columns(String[] labels, long offset, FrameTimes frames) {
        List<LaneColumns> columns = new ArrayList<>();
        gpus.values().forEach(lane -> columns.add(new LaneColumns(lane, labels, offset)));
        accelerators.values().forEach(lane -> columns.add(new LaneColumns(lane, labels, offset)));
        threads.values().forEach(lane -> {
            LaneColumns thread = new LaneColumns(lane, labels, offset);
            columns.add(thread);
            if (lane.frames != null) {
                frames.add(lane.frames, thread, columns);
            }
        });
        if (steps.size() > 0) {
            columns.add(new LaneColumns(steps, labels, offset));
        }
        return columns;
    }

    /**
     * Returns one lane for each thread with operators, for a trace without a device: the processor is then what works. Of operators that
     * nest the outermost count; those of the loader, and of checkpoints, are no work of the model. Collectives are communication.
     *
     * @param threads all lanes, of which host threads are looked at
     */
    public List<LaneColumns> operators(List<LaneColumns> threads, String[] labels) {
        List<LaneColumns> work = new ArrayList<>();
        for (LaneColumns thread : threads) {
            if (thread.side() == Activity.Side.HOST) {
                LaneBuilder lane = new LaneBuilder(Activity.Side.DEVICE, 0, false, "operators, " + thread.name(), room);
                operators(thread, lane);
                if (lane.size() > 0) {
                    work.add(new LaneColumns(lane, labels, 0));
                }
            }
        }
        return work;
    }

    private static void operators(LaneColumns thread, LaneBuilder into) {
        long covered = Long.MIN_VALUE;
        for (int i = 0; i < thread.size(); i++) {
            if (thread.start(i) < covered) {
                continue;
            }
            Activity activity = thread.activity(i);
            boolean isOther = activity == Activity.INPUT_WAIT || activity == Activity.CHECKPOINT;
            boolean isCollective = COLLECTIVE.matcher(thread.label(i)).find();
            if (isOther || isCollective || OPERATOR.matcher(thread.label(i)).find()) {
                covered = thread.end(i);
                if (!isOther) {
                    Activity work = isCollective ? Activity.COMMUNICATION : Activity.KERNEL;
                    into.add(thread.start(i), covered, work, thread.symbol(i), -1);
                }
            }
        }
    }

    private LaneBuilder counted(LaneBuilder lane) {
        if (gpus.size() + accelerators.size() + threads.size() >= MAX) {
            throw new InvalidInputException(
                    place, "holds more than " + MAX + " streams and threads", "record fewer steps or processes");
        }
        return lane;
    }
}
