package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which host threads stand behind which accelerator: those that launch work on it, found by correlation, and those of its
 * rank. Threads that drive other accelerators only are not asked why this one is idle. Lanes of one thread, by its ids or
 * else by their name, belong together, so that what a second profiler saw of a driving thread counts as driving. Immutable.
 */
final class Hosts {
    private static final int SAMPLE = 256;

    private record Shares(List<Lane> driving, List<Lane> others) {}

    private final Map<Integer, HostActivity> byDevice = new HashMap<>();
    private final HostActivity all;
    private final OptionalInt mostDriven;

    /** The threads behind each of these accelerators, within a window. */
    Hosts(List<Lane> lanes, List<DeviceActivity> devices, long from, long to) {
        List<Lane> host =
                lanes.stream().filter(lane -> lane.side() == Activity.Side.HOST).toList();
        Set<String> drivers = new HashSet<>();
        host.stream().filter(Hosts::drives).forEach(lane -> drivers.add(thread(lane)));
        List<Lane> driving =
                host.stream().filter(lane -> drivers.contains(thread(lane))).toList();
        List<Lane> others =
                host.stream().filter(lane -> !drivers.contains(thread(lane))).toList();
        all = HostActivity.of(driving, others, from, to);
        long shown = devices.stream().filter(device -> device.device() >= 0).count();
        if (shown < 2) {
            mostDriven = OptionalInt.empty();
            return;
        }
        Map<String, Set<Integer>> targets = targets(lanes, driving);
        mostDriven = mostDriven(driving, targets);
        Map<Shares, HostActivity> known = new HashMap<>();
        for (DeviceActivity device : devices) {
            Shares shares =
                    new Shares(behind(driving, targets, device.device()), behind(others, targets, device.device()));
            boolean isAll =
                    shares.driving().size() == driving.size() && shares.others().size() == others.size();
            byDevice.put(
                    device.device(),
                    isAll
                            ? all
                            : known.computeIfAbsent(
                                    shares, own -> HostActivity.of(own.driving(), own.others(), from, to)));
        }
    }

    /** Returns the most accelerators that one process drives; empty where processes or targets are not known. */
    private static OptionalInt mostDriven(List<Lane> driving, Map<String, Set<Integer>> targets) {
        Map<String, Set<Integer>> byProcess = new HashMap<>();
        for (Lane lane : driving) {
            Set<Integer> own = targets.get(thread(lane));
            if (own != null && lane.process() >= 0) {
                byProcess
                        .computeIfAbsent(rank(lane) + lane.process(), any -> new HashSet<>())
                        .addAll(own);
            }
        }
        return byProcess.values().stream().mapToInt(Set::size).max();
    }

    private static String rank(Lane lane) {
        return lane instanceof JobTimeline.RankLane ranked ? "rank " + ranked.rank() + " " : "";
    }

    /** Returns who the thread of a lane is. */
    private static String thread(Lane lane) {
        return lane.process() >= 0 && lane.thread() >= 0
                ? rank(lane) + "process " + lane.process() + " thread " + lane.thread()
                : lane.name();
    }

    private static boolean drives(Lane lane) {
        for (int i = 0; i < lane.size(); i++) {
            if (lane.activity(i) == Activity.LAUNCH || lane.activity(i) == Activity.SYNC) {
                return true;
            }
        }
        return false;
    }

    private static List<Lane> behind(List<Lane> lanes, Map<String, Set<Integer>> targets, int device) {
        List<Lane> behind = new ArrayList<>();
        for (Lane lane : lanes) {
            Set<Integer> target = targets.get(thread(lane));
            boolean isOfRank = !(lane instanceof JobTimeline.RankLane ranked)
                    || ranked.devices().contains(device);
            if (isOfRank && (target == null || target.contains(device))) {
                behind.add(lane);
            }
        }
        return behind;
    }

    /** Accelerators by driving thread; threads whose launches lead nowhere, or ambiguously, are left out. */
    private static Map<String, Set<Integer>> targets(List<Lane> lanes, List<Lane> driving) {
        Map<Long, Set<Integer>> found = new HashMap<>();
        Map<Lane, Set<Long>> sampled = new HashMap<>();
        for (Lane lane : driving) {
            Set<Long> sample = sample(lane);
            sample.forEach(correlation -> found.put(correlation, new HashSet<>()));
            sampled.put(lane, sample);
        }
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                Set<Integer> devices = found.get(lane.correlation(i));
                if (devices != null) {
                    devices.add(lane.device());
                }
            }
        }
        Map<String, Set<Integer>> targets = new HashMap<>();
        sampled.forEach((lane, correlations) -> correlations.forEach(correlation -> {
            Set<Integer> devices = new HashSet<>(found.getOrDefault(correlation, Set.of()));
            if (lane instanceof JobTimeline.RankLane ranked) {
                devices.retainAll(ranked.devices());
            }
            if (devices.size() == 1) {
                targets.computeIfAbsent(thread(lane), any -> new HashSet<>()).addAll(devices);
            }
        }));
        return targets;
    }

    private static Set<Long> sample(Lane lane) {
        Set<Long> sample = new HashSet<>();
        int stride = Math.max(1, lane.size() / (4 * SAMPLE));
        for (int i = 0; i < lane.size() && sample.size() < SAMPLE; i += stride) {
            if (lane.activity(i) == Activity.LAUNCH && lane.correlation(i) >= 0) {
                sample.add(lane.correlation(i));
            }
        }
        return sample;
    }

    /** Behind one accelerator. */
    HostActivity behind(DeviceActivity device) {
        return byDevice.getOrDefault(device.device(), all);
    }

    /** Returns the most accelerators that one process drives; empty where that is not known. */
    OptionalInt mostDriven() {
        return mostDriven;
    }

    /** Behind any. */
    HostActivity all() {
        return all;
    }
}
