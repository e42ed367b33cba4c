package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.Spans;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Communication kernels of several accelerators, matched: those of one name that share an instant, at most one an
 * accelerator. All of them move data in the time of the shortest, which comes last; what a kernel ran before it waited for
 * the last participant. A kernel without a partner is all transfer. Immutable.
 */
final class Collectives {
    static final Collectives NONE = new Collectives();

    private static final Pattern POINT_TO_POINT = Pattern.compile("(?i)send|recv|p2p");
    private static final long LONG = 2_000_000;

    private record Kernel(int device, long start, long end) {
        long length() {
            return end - start;
        }
    }

    /** Growing bounds. Not thread-safe. */
    private static final class Bounds {
        private final List<long[]> bounds = new ArrayList<>();

        void add(long start, long end) {
            if (start < end) {
                bounds.add(new long[] {start, end});
            }
        }

        Spans within(long from, long to) {
            return LaneSpans.of(
                    bounds.stream().mapToLong(bound -> bound[0]).toArray(),
                    bounds.stream().mapToLong(bound -> bound[1]).toArray(),
                    from,
                    to);
        }
    }

    private final Map<Integer, Bounds> transfers = new TreeMap<>();
    private final Map<Integer, Bounds> arrivals = new TreeMap<>();
    private final Map<Integer, Integer> last = new TreeMap<>();
    private int matched;
    private int unmatched;
    private double longNanos;
    private double longWaitNanos;

    private Collectives() {}

    /** Matches the communication of all accelerators; with fewer than two that communicate there is nothing to match. */
    static Collectives of(List<Lane> lanes) {
        if (DeviceActivity.byDevice(lanes).size() < 2) {
            return NONE;
        }
        Map<String, List<Kernel>> byName = new HashMap<>();
        Set<Integer> devices = new HashSet<>();
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                if (lane.activity(i) == Activity.COMMUNICATION) {
                    devices.add(lane.device());
                    byName.computeIfAbsent(lane.label(i), any -> new ArrayList<>())
                            .add(new Kernel(lane.device(), lane.start(i), lane.end(i)));
                }
            }
        }
        if (devices.size() < 2) {
            return NONE;
        }
        Collectives collectives = new Collectives();
        byName.forEach((name, kernels) -> collectives.match(name, kernels));
        return collectives;
    }

    private void match(String name, List<Kernel> kernels) {
        boolean isCollective = !POINT_TO_POINT.matcher(name).find();
        kernels.sort(Comparator.comparingLong(Kernel::start));
        List<Kernel> group = new ArrayList<>();
        long firstEnd = Long.MAX_VALUE;
        for (Kernel kernel : kernels) {
            boolean joins =
                    kernel.start() < firstEnd && group.stream().noneMatch(other -> other.device() == kernel.device());
            if (!joins) {
                settle(group, isCollective);
                group.clear();
                firstEnd = Long.MAX_VALUE;
            }
            group.add(kernel);
            firstEnd = Math.min(firstEnd, kernel.end());
        }
        settle(group, isCollective);
    }

    private void settle(List<Kernel> group, boolean isCollective) {
        if (group.size() < 2) {
            group.forEach(kernel -> bounds(transfers, kernel).add(kernel.start(), kernel.end()));
            unmatched += group.size();
            return;
        }
        matched++;
        long shortest = group.stream().mapToLong(Kernel::length).min().orElse(0);
        long longest = group.stream().mapToLong(Kernel::length).max().orElse(0);
        for (Kernel kernel : group) {
            long arrived = kernel.end() - shortest;
            bounds(transfers, kernel).add(arrived, kernel.end());
            if (isCollective) {
                bounds(arrivals, kernel).add(kernel.start(), arrived);
            }
            if (isCollective && longest >= LONG) {
                longNanos += kernel.length();
                longWaitNanos += arrived - kernel.start();
            }
        }
        if (isCollective && longest > shortest) {
            last.merge(group.get(group.size() - 1).device(), 1, Integer::sum);
        }
    }

    private static Bounds bounds(Map<Integer, Bounds> of, Kernel kernel) {
        return of.computeIfAbsent(kernel.device(), any -> new Bounds());
    }

    /** Returns whether an accelerator's communication was looked into. */
    boolean sees(int device) {
        return transfers.containsKey(device);
    }

    /** Returns when data moved. */
    Spans transfers(int device, long from, long to) {
        return within(transfers, device, from, to);
    }

    /** Returns when a collective waited for its last participant. */
    Spans arrivalWaits(int device, long from, long to) {
        return within(arrivals, device, from, to);
    }

    private static Spans within(Map<Integer, Bounds> of, int device, long from, long to) {
        Bounds bounds = of.get(device);
        return bounds == null ? Spans.NONE : bounds.within(from, to);
    }

    /** Returns how many sets of kernels belong together. */
    int matched() {
        return matched;
    }

    /** Kernels without a partner. */
    int unmatched() {
        return unmatched;
    }

    /** Share of the collectives in which the accelerator that is last most often came last; empty if none waited. */
    OptionalDouble sameLast() {
        int all = last.values().stream().mapToInt(count -> count).sum();
        int most = last.values().stream().mapToInt(count -> count).max().orElse(0);
        return all == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) most / all);
    }

    /** Share of the time in matched collectives of at least 2 ms that waited for the last participant; empty if there is none. */
    OptionalDouble longWait() {
        return longNanos > 0 ? OptionalDouble.of(longWaitNanos / longNanos) : OptionalDouble.empty();
    }
}
