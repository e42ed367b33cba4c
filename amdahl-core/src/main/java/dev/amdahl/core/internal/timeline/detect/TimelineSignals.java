package dev.amdahl.core.internal.timeline.detect;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The figures of the expert rules of Nsight Systems that a timeline tells: blocking calls by their names, the longest gap, and how
 * many of 30 equal parts of each accelerator's span are busy less than half of the time.
 */
public final class TimelineSignals {
    private static final int CHUNKS = 30;

    private enum Call {
        PAGEABLE("(?i).*pageable.*"),
        COPY("(cuda|cu|hip)Memcpy(?!\\w*Async)\\w*"),
        FILL("(cuda|cu|hip)Mem[sS]et(?!\\w*Async)\\w*"),
        WAIT("(cuda|cu|hip)\\w*Synchronize\\w*"),
        OTHER(".*");

        private final Pattern names;

        Call(String names) {
            this.names = Pattern.compile(names, Pattern.DOTALL);
        }

        static Call of(String label) {
            for (Call call : values()) {
                if (call.names.matcher(label).matches()) {
                    return call;
                }
            }
            return OTHER;
        }
    }

    private TimelineSignals() {}

    /**
     * By {@link Signal#key()}; what the timeline cannot tell is absent.
     *
     * @param unseen where accelerators worked on something that the timeline does not show
     */
    public static Map<String, Double> of(Timeline timeline, Map<Integer, Spans> unseen) {
        Map<String, Double> signals = new TreeMap<>();
        List<Lane> devices = side(timeline, Activity.Side.DEVICE);
        List<Lane> hosts = side(timeline, Activity.Side.HOST);
        double steps = Math.max(1, steps(timeline)) * Math.max(1, timeline.accelerators());
        if (!devices.isEmpty()) {
            Map<Call, Integer> copies = new EnumMap<>(Call.class);
            for (Lane lane : devices) {
                count(lane, EnumSet.of(Activity.COPY), copies);
            }
            signals.put(Signal.PAGEABLE_COPIES_PER_STEP.key(), copies.getOrDefault(Call.PAGEABLE, 0) / steps);
            spans(devices, unseen, signals);
        }
        if (callTheDevice(hosts)) {
            Map<Call, Integer> calls = new EnumMap<>(Call.class);
            for (Lane lane : hosts) {
                count(lane, EnumSet.of(Activity.SYNC, Activity.HOST_CODE), calls);
            }
            signals.put(Signal.SYNC_COPIES_PER_STEP.key(), calls.getOrDefault(Call.COPY, 0) / steps);
            signals.put(Signal.SYNC_FILLS_PER_STEP.key(), calls.getOrDefault(Call.FILL, 0) / steps);
            signals.put(Signal.SYNC_CALLS_PER_STEP.key(), calls.getOrDefault(Call.WAIT, 0) / steps);
        }
        return signals;
    }

    private static List<Lane> side(Timeline timeline, Activity.Side side) {
        List<Lane> lanes = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == side && lane.size() > 0) {
                lanes.add(lane);
            }
        }
        return lanes;
    }

    private static long steps(Timeline timeline) {
        long most = 0;
        for (Lane lane : side(timeline, Activity.Side.PHASE)) {
            long steps = 0;
            for (int i = 0; i < lane.size(); i++) {
                steps += lane.activity(i) == Activity.STEP ? 1 : 0;
            }
            most = Math.max(most, steps);
        }
        return most;
    }

    private static boolean callTheDevice(List<Lane> lanes) {
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                if (lane.activity(i) == Activity.LAUNCH || lane.activity(i) == Activity.SYNC) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void count(Lane lane, Set<Activity> kinds, Map<Call, Integer> counts) {
        Map<String, Call> known = new HashMap<>();
        for (int i = 0; i < lane.size(); i++) {
            if (kinds.contains(lane.activity(i))) {
                Call call = known.computeIfAbsent(lane.label(i), Call::of);
                if (call != Call.OTHER) {
                    counts.merge(call, 1, Integer::sum);
                }
            }
        }
    }

    private static void spans(List<Lane> devices, Map<Integer, Spans> unseen, Map<String, Double> signals) {
        Map<Integer, List<Lane>> byDevice = new TreeMap<>();
        for (Lane lane : devices) {
            byDevice.computeIfAbsent(lane.device(), any -> new ArrayList<>()).add(lane);
        }
        long longest = 0;
        int low = 0;
        int chunks = 0;
        for (List<Lane> own : byDevice.values()) {
            Busy busy =
                    Busy.of(own, requireNonNull(unseen.getOrDefault(own.get(0).device(), Spans.NONE)));
            long from = busy.starts[0];
            long to = busy.ends[busy.size - 1];
            double[] shares = new double[CHUNKS];
            for (int i = 0; i < busy.size; i++) {
                longest = i == 0 ? longest : Math.max(longest, busy.starts[i] - busy.ends[i - 1]);
                spread(busy.starts[i] - from, busy.ends[i] - from, to - from, shares);
            }
            if (to - from >= CHUNKS) {
                chunks += CHUNKS;
                for (double share : shares) {
                    low += share < .5 ? 1 : 0;
                }
            }
        }
        signals.put(Signal.GPU_GAP_MAX_MS.key(), longest / 1e6);
        if (chunks > 0) {
            signals.put(Signal.GPU_LOW_CHUNK_FRAC.key(), (double) low / chunks);
        }
    }

    /** Adds the share of an interval to every part of the span that it touches. */
    private static void spread(long from, long to, long span, double[] shares) {
        double part = (double) span / CHUNKS;
        if (!(part > 0)) {
            return;
        }
        double start = from / part;
        double end = to / part;
        for (int chunk = (int) start; chunk < CHUNKS && chunk < end; chunk++) {
            shares[chunk] += Math.max(0, Math.min(end, chunk + 1) - Math.max(start, chunk));
        }
    }

    /** The union of what some lanes hold, moments without length too. */
    private static final class Busy {
        private final long[] starts;
        private final long[] ends;
        private int size;

        private Busy(int room) {
            starts = new long[room];
            ends = new long[room];
        }

        static Busy of(List<Lane> lanes, Spans unseen) {
            int room = unseen.size();
            for (Lane lane : lanes) {
                room += lane.size();
            }
            Busy busy = new Busy(room);
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    busy.starts[busy.size] = lane.start(i);
                    busy.ends[busy.size++] = lane.end(i);
                }
            }
            for (int i = 0; i < unseen.size(); i++) {
                busy.starts[busy.size] = unseen.start(i);
                busy.ends[busy.size++] = unseen.end(i);
            }
            busy.merge();
            return busy;
        }

        /** Starts and ends are sorted apart: how many have begun and ended by an instant is all that a union needs. */
        private void merge() {
            Arrays.sort(starts);
            Arrays.sort(ends);
            int merged = 0;
            int open = 0;
            for (int i = 0; i < size; i++) {
                if (i + 1 == size || starts[i + 1] > ends[i]) {
                    starts[merged] = starts[open];
                    ends[merged++] = ends[i];
                    open = i + 1;
                }
            }
            size = merged;
        }
    }
}
