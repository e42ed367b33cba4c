package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.profilers.internal.FileTimeline;
import dev.amdahl.profilers.internal.LaneColumnsBuilder;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sorts events into lanes: one per device and stream, one per host thread, one for steps. Not thread-safe. */
final class NsysLanes {
    private static final long PROCESS = 0xFFFFFFFFFF000000L;
    private static final long LATEST = 4_102_444_800_000_000_000L;

    private final Map<Long, LaneColumnsBuilder> devices = new TreeMap<>();
    private final Map<Long, LaneColumnsBuilder> threads = new TreeMap<>();
    private final LaneColumnsBuilder steps = new LaneColumnsBuilder(Activity.Side.PHASE, -1, "steps");
    private final Map<Long, Long> processes = new HashMap<>();
    private final Map<String, Long> gpus = new HashMap<>();
    private final Map<String, Long> dropped = new TreeMap<>();
    private final long offset;

    /** @param offset added to every time, ns; 0 where the file does not say when it began */
    NsysLanes(long offset) {
        this.offset = offset;
    }

    /** Which accelerator a process means by its device number. */
    void gpu(long process, long device, long gpu) {
        gpus.put(process + "/" + device, gpu);
    }

    void device(NsysEvent event, long device, long stream, Activity activity, String label) {
        if (!isSound(event, "device rows without a usable start and end")) {
            return;
        }
        long gpu = gpus.getOrDefault(process(event.global()) + "/" + device, device);
        if (gpu < 0 || gpu > 65_535) {
            drop("device rows without a usable device");
            return;
        }
        long key = (gpu << 40) | (stream & 0xFFFFFFFFFFL);
        devices.computeIfAbsent(
                        key,
                        k -> new LaneColumnsBuilder(
                                Activity.Side.DEVICE, (int) gpu, "device " + gpu + " stream " + stream))
                .add(event.start(), event.end(), activity, label, correlation(event));
    }

    void host(NsysEvent event, Activity activity, String label) {
        if (!isSound(event, "host rows without a usable start and end")) {
            return;
        }
        if (activity == Activity.STEP) {
            steps.add(event.start(), event.end(), activity, label, -1);
            return;
        }
        threads.computeIfAbsent(event.global(), NsysLanes::thread)
                .add(event.start(), event.end(), activity, label, correlation(event));
    }

    private static LaneColumnsBuilder thread(long global) {
        long thread = global & 0xFFFFFF;
        return LaneColumnsBuilder.ofThread("process " + process(global) + " thread " + thread, process(global), thread);
    }

    /** Returns the process id inside a global id. */
    static long process(long global) {
        return (global >>> 24) & 0xFFFFFF;
    }

    private boolean isSound(NsysEvent event, String otherwise) {
        boolean sound = event.start() >= 0 && event.end() >= event.start() && event.end() < LATEST - offset;
        if (!sound) {
            drop(otherwise);
        }
        return sound;
    }

    void drop(String what) {
        dropped.merge(what, 1L, Long::sum);
    }

    /** Correlation numbers begin again in each process: the second process and later ones get numbers of their own. */
    long correlation(NsysEvent event) {
        if (event.correlation() < 0 || event.correlation() > 0xFFFFFFFFFFL) {
            return -1;
        }
        long ordinal = processes.computeIfAbsent(event.global() & PROCESS, key -> (long) processes.size());
        return (ordinal << 40) | event.correlation();
    }

    Map<String, Long> dropped() {
        return dropped;
    }

    Optional<Timeline> timeline() {
        List<Lane> lanes = new ArrayList<>();
        devices.values().forEach(lane -> lanes.add(lane.build(offset)));
        threads.values().forEach(lane -> lanes.add(lane.build(offset)));
        lanes.add(steps.build(offset));
        return FileTimeline.of(lanes, offset > 0);
    }
}
