package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Where an accelerator was occupied by work that is not in the file: a piece whose launch has returned does not wait on an idle device, so
 * where one waits and nothing that was recorded runs for over 1 ms, something else does. A serving step that is cut out of an overlapped
 * schedule, and a device shared with another process, look so. Nothing is claimed of a recording with host functions or waits for
 * memory in the streams, which can hold them up; and where streams wait for events, not while another accelerator works.
 */
public final class UnseenWork {
    private static final long MIN_NANOS = 1_000_000;
    private static final Pattern HOLDS =
            Pattern.compile("\\w*(LaunchHostFunc|StreamAddCallback|StreamWaitValue|StreamBatchMemOp)\\w*");
    private static final Pattern ORDERS = Pattern.compile("\\w*StreamWaitEvent\\w*");

    private UnseenWork() {}

    /** By accelerator; those without are absent. */
    public static Map<Integer, Spans> of(Timeline timeline) {
        return of(timeline, () -> Launches.of(timeline));
    }

    static Map<Integer, Spans> of(Timeline timeline, Launches launches) {
        return of(timeline, () -> launches);
    }

    private static Map<Integer, Spans> of(Timeline timeline, Supplier<Launches> calls) {
        Map<Integer, List<Lane>> devices = DeviceWork.byDevice(timeline);
        Map<Integer, Spans> busy = new HashMap<>();
        devices.forEach((device, lanes) -> busy.put(device, DeviceWork.all(lanes)));
        Map<Integer, Spans> unseen = new HashMap<>();
        if (busy.values().stream().noneMatch(own -> isIdleForLong(own, timeline.startNanos()))
                || calls(timeline, HOLDS)) {
            return unseen;
        }
        boolean isOrdered = devices.size() > 1 && calls(timeline, ORDERS);
        Launches launches = calls.get();
        devices.forEach((device, lanes) -> {
            Spans works = busy.getOrDefault(device, Spans.NONE);
            for (Spans other : isOrdered ? busy.values() : List.<Spans>of()) {
                works = works.or(other);
            }
            Spans.Builder waits = new Spans.Builder();
            for (Lane lane : lanes) {
                addWaits(lane, launches, waits);
            }
            Spans held = longOnes(waits.build().minus(works));
            if (held.size() > 0) {
                unseen.put(device, held);
            }
        });
        return unseen;
    }

    /** From the first to the last piece of each launch that has several, such as one of a graph, by accelerator. */
    public static Map<Integer, Spans> graphs(Timeline timeline) {
        Map<Integer, Map<Long, long[]>> byDevice = new HashMap<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 1; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                if (lane.correlation(i) >= 0 && lane.correlation(i) == lane.correlation(i - 1)) {
                    long[] span = byDevice.computeIfAbsent(lane.device(), any -> new HashMap<>())
                            .computeIfAbsent(lane.correlation(i), any -> new long[] {Long.MAX_VALUE, Long.MIN_VALUE});
                    span[0] = Math.min(span[0], lane.start(i - 1));
                    span[1] = Math.max(span[1], lane.end(i));
                }
            }
        }
        Map<Integer, Spans> graphs = new HashMap<>();
        byDevice.forEach((device, launches) -> {
            Spans.Builder spans = new Spans.Builder();
            launches.values().forEach(span -> spans.add(span[0], span[1]));
            graphs.put(device, spans.build());
        });
        return graphs;
    }

    private static boolean isIdleForLong(Spans busy, long start) {
        long last = start;
        for (int i = 0; i < busy.size(); i++) {
            if (busy.start(i) - last > MIN_NANOS) {
                return true;
            }
            last = busy.end(i);
        }
        return false;
    }

    private static boolean calls(Timeline timeline, Pattern names) {
        Map<String, Boolean> known = new HashMap<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.HOST && i < lane.size(); i++) {
                Activity activity = lane.activity(i);
                boolean isCall = activity != Activity.INPUT_WAIT && activity != Activity.OFF_CPU;
                if (isCall
                        && known.computeIfAbsent(
                                lane.label(i), name -> names.matcher(name).matches())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void addWaits(Lane lane, Launches launches, Spans.Builder waits) {
        for (int i = 0; i < lane.size(); i++) {
            int launch = launches.of(lane, i);
            if (launch >= 0 && launches.hasCall(launch) && lane.start(i) - queued(launch, launches) > MIN_NANOS) {
                waits.add(queued(launch, launches), lane.start(i));
            }
        }
    }

    /** Returns when the work was queued at the latest; a call that returns with its work had queued it when it began, or soon after. */
    private static long queued(int launch, Launches launches) {
        boolean isBlocking = launches.callEnd(launch) > launches.firstStart(launch);
        return isBlocking ? launches.firstStart(launch) : launches.callEnd(launch);
    }

    private static Spans longOnes(Spans spans) {
        List<long[]> found = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            if (spans.end(i) - spans.start(i) > MIN_NANOS) {
                found.add(new long[] {spans.start(i), spans.end(i)});
            }
        }
        Spans.Builder all = new Spans.Builder();
        found.forEach(span -> all.add(span[0], span[1]));
        return all.build();
    }
}
