package dev.amdahl.profilers.internal.stacks;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Sums of one unit by innermost frame, by use of the processor and by reason of waiting. Not thread-safe. */
final class FrameSums {
    static final int MAX = 50_000;
    static final String REST = "[further frames]";
    static final int MAX_LENGTH = 300;

    private final Map<String, Double> frames = new HashMap<>();
    private final Map<CpuUse, Double> uses = new EnumMap<>(CpuUse.class);
    private final Map<WaitReason, Double> reasons = new EnumMap<>(WaitReason.class);
    private final Map<String, Set<CpuUse>> cpuUses = new HashMap<>();
    private final Map<String, Set<WaitReason>> waitReasons = new HashMap<>();
    private double total;
    private double leftOut;

    /** @param frames innermost last */
    void add(List<String> frames, double weight, boolean isOff) {
        total += weight;
        boolean isHot;
        if (isOff) {
            WaitReason reason = reason(frames);
            reasons.merge(reason, weight, Double::sum);
            isHot = reason != WaitReason.KERNEL_THREAD;
        } else {
            CpuUse use = use(frames);
            uses.merge(use, weight, Double::sum);
            isHot = use != CpuUse.IDLE;
        }
        if (isHot) {
            this.frames.merge(name(isOff ? waiting(frames) : last(frames)), weight, Double::sum);
        } else {
            leftOut += weight;
        }
    }

    /** Makes all sums those of another unit. */
    void scale(double factor) {
        total *= factor;
        leftOut *= factor;
        frames.replaceAll((frame, weight) -> weight * factor);
        uses.replaceAll((use, weight) -> weight * factor);
        reasons.replaceAll((reason, weight) -> weight * factor);
    }

    double total() {
        return total;
    }

    /** Returns all but idle time. */
    double used() {
        return total - uses.getOrDefault(CpuUse.IDLE, 0.0);
    }

    double leftOut() {
        return leftOut;
    }

    boolean isFull() {
        return frames.containsKey(REST);
    }

    Map<String, Double> frames() {
        return Collections.unmodifiableMap(frames);
    }

    /** Returns the share of used processor time by counter. */
    Map<String, Double> shares() {
        Map<String, Double> shares = new HashMap<>();
        double used = used();
        uses.forEach((use, weight) -> use.counter().ifPresent(name -> shares.put(name, weight / used)));
        return shares;
    }

    /** Seconds off the processor by counter. */
    Map<String, Double> reasons() {
        Map<String, Double> seconds = new HashMap<>();
        reasons.forEach((reason, weight) -> seconds.put(reason.counter(), weight));
        return seconds;
    }

    private CpuUse use(List<String> frames) {
        Set<CpuUse> all = EnumSet.noneOf(CpuUse.class);
        frames.forEach(frame -> all.addAll(known(cpuUses, frame, CpuUse::of)));
        Set<CpuUse> leaf = known(cpuUses, last(frames), CpuUse::of);
        for (CpuUse use : CpuUse.values()) {
            if ((use.isOfTheLeaf() ? leaf : all).contains(use)) {
                return use;
            }
        }
        return CpuUse.OTHER;
    }

    private WaitReason reason(List<String> frames) {
        Set<WaitReason> all = EnumSet.noneOf(WaitReason.class);
        frames.forEach(frame -> all.addAll(known(waitReasons, frame, WaitReason::of)));
        return all.stream().findFirst().orElse(WaitReason.OTHER);
    }

    private static <T> Set<T> known(Map<String, Set<T>> seen, String frame, Function<String, Set<T>> look) {
        Set<T> known = seen.get(frame);
        if (known != null) {
            return known;
        }
        Set<T> found = look.apply(frame);
        if (seen.size() < MAX && frame.length() <= MAX_LENGTH) {
            seen.put(frame, found);
        }
        return found;
    }

    private String name(String frame) {
        String name = cut(frame);
        return frames.size() < MAX || frames.containsKey(name) ? name : REST;
    }

    /** Returns the part of a frame that is kept. */
    static String cut(String frame) {
        return frame.length() > MAX_LENGTH ? frame.substring(0, MAX_LENGTH) : frame;
    }

    /** Returns the innermost frame that is not the scheduler's own. */
    private static String waiting(List<String> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (!WaitReason.isScheduler(frames.get(i))) {
                return frames.get(i);
            }
        }
        return last(frames);
    }

    private static String last(List<String> frames) {
        return frames.get(frames.size() - 1);
    }
}
