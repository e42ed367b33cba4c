package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Callers;
import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accelerator time of a timeline in parts that add up to it: the classes of its {@link Attribution}, by name. Where pieces of device
 * work overlap, the one that began first holds the time; idle time has the name of what a driving thread was in. Immutable.
 */
public final class TimeParts {
    private final Map<Bottleneck, Map<String, Part>> parts = new EnumMap<>(Bottleneck.class);
    private final Attribution attribution;
    private final Callers callers;
    private final boolean isByKernel;

    /** Accelerator-nanoseconds of one name, and how many pieces of device work began in them. */
    public static final class Part {
        private long nanos;
        private long count;

        public long nanos() {
            return nanos;
        }

        public long count() {
            return count;
        }
    }

    private TimeParts(Timeline timeline, Callers.Level level) {
        isByKernel = level == Callers.Level.INNERMOST;
        callers = new Callers(timeline, level);
        attribution = Attribution.of(timeline, Window.of(timeline), Thresholds.DEFAULT, accelerator -> {
            Callers.Walk walk = callers.walk(lane -> isBehind(lane, accelerator));
            return (bottleneck, from, to) ->
                    walk.during(from, to, (name, nanos) -> part(bottleneck, name).nanos += nanos);
        });
        Map<Integer, List<Lane>> lanes = DeviceActivity.byDevice(timeline.lanes());
        attribution.devices().forEach(device -> busy(device, lanes.getOrDefault(device.device(), List.of())));
        for (Bottleneck bottleneck : Bottleneck.values()) {
            long rest = attribution.nanos(bottleneck)
                    - parts.getOrDefault(bottleneck, Map.of()).values().stream()
                            .mapToLong(Part::nanos)
                            .sum();
            if (rest != 0) {
                part(bottleneck, "").nanos += rest;
            }
        }
    }

    /** Returns the parts of a timeline, whose own span is the wall time; device work is named by its kernel, or the code that launched it. */
    public static TimeParts of(Timeline timeline, Callers.Level level) {
        return new TimeParts(timeline, level);
    }

    /** Returns the parts by class and name; the name is empty for time of which nothing more is known. */
    public Map<Bottleneck, Map<String, Part>> parts() {
        return parts;
    }

    /** Returns how many accelerators the parts are of. */
    public int accelerators() {
        return attribution.accelerators();
    }

    /** Returns the wall time, ns. */
    public long wallNanos() {
        return attribution.wallNanos();
    }

    /** Returns how many steps the timeline marks. */
    public int steps() {
        return attribution.phases().steps().size();
    }

    private static boolean isBehind(Lane lane, int accelerator) {
        return !(lane instanceof JobTimeline.RankLane ranked)
                || ranked.devices().contains(accelerator);
    }

    private Part part(Bottleneck bottleneck, String name) {
        return parts.computeIfAbsent(bottleneck, added -> new HashMap<>()).computeIfAbsent(name, added -> new Part());
    }

    private void busy(DeviceActivity device, List<Lane> lanes) {
        Bottleneck last = attribution.pipeline().isPresent() ? Bottleneck.PIPELINE_BUBBLE : Bottleneck.STRAGGLER_SKEW;
        claim(lanes, Activity.KERNEL, List.of(new Layer(Bottleneck.PRODUCTIVE, device.kernel(), Spans.NONE)));
        claim(
                lanes,
                Activity.COMMUNICATION,
                List.of(
                        new Layer(Bottleneck.COMM_EXPOSED, device.transfer(), device.kernel()),
                        new Layer(Bottleneck.STRAGGLER_SKEW, device.arrival(), device.transfer()),
                        new Layer(last, device.communication(), device.arrival())));
        claim(
                lanes,
                Activity.COPY,
                List.of(new Layer(Bottleneck.TRANSFER_BOUND, device.busy(), device.communication())));
    }

    /** Time of one class: what is in one union and not in the one that it holds. */
    private record Layer(Bottleneck bottleneck, Spans all, Spans inner) {
        long nanos(long from, long to) {
            return all.length(from, to) - inner.length(from, to);
        }
    }

    /** A position in a lane. */
    private static final class Head {
        private final Lane lane;
        private int next;

        Head(Lane lane) {
            this.lane = lane;
        }

        boolean find(Activity kind) {
            while (next < lane.size() && lane.activity(next) != kind) {
                next++;
            }
            return next < lane.size();
        }
    }

    /** Gives the time of one kind of work to those that began first, in one merge of the streams. */
    private void claim(List<Lane> lanes, Activity kind, List<Layer> layers) {
        List<Head> heads = new ArrayList<>();
        lanes.forEach(lane -> heads.add(new Head(lane)));
        heads.removeIf(head -> !head.find(kind));
        long reached = attribution.from();
        while (!heads.isEmpty()) {
            Head first = heads.get(0);
            for (Head head : heads) {
                first = head.lane.start(head.next) < first.lane.start(first.next) ? head : first;
            }
            int i = first.next++;
            long start = first.lane.start(i);
            long from = Math.max(reached, start);
            long to = Math.min(attribution.to(), first.lane.end(i));
            if (to > from || start >= attribution.from()) {
                String name = isByKernel ? first.lane.label(i) : callers.launcher(first.lane, i);
                layers.forEach(layer -> tell(layer, name, from, to));
                part(layers.get(0).bottleneck(), name).count++;
            }
            reached = Math.max(reached, to);
            if (!first.find(kind)) {
                heads.remove(first);
            }
        }
    }

    private void tell(Layer layer, String name, long from, long to) {
        long nanos = to > from ? layer.nanos(from, to) : 0;
        if (nanos > 0) {
            part(layer.bottleneck(), name).nanos += nanos;
        }
    }
}
