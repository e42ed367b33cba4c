package dev.amdahl.profilers.stacks;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums of one unit by innermost frame, by use of the processor and by reason of waiting. Not thread-safe. */
final class FrameSums {
    static final int MOST = 50_000;
    static final String REST = "[further frames]";
    private static final int LONGEST = 300;

    private final Map<String, Double> frames = new HashMap<>();
    private final Map<CpuUse, Double> uses = new EnumMap<>(CpuUse.class);
    private final Map<WaitReason, Double> reasons = new EnumMap<>(WaitReason.class);
    private final Map<String, Integer> bits = new HashMap<>();
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

    double total() {
        return total;
    }

    /** All but idle time. */
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

    /** The share of used processor time by counter. */
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
        int all = 0;
        for (String frame : frames) {
            all |= bits(frame, false);
        }
        int leaf = bits(last(frames), false);
        for (CpuUse use : CpuUse.values()) {
            if (((use.isOfTheLeaf() ? leaf : all) & 1 << use.ordinal()) != 0) {
                return use;
            }
        }
        return CpuUse.OTHER;
    }

    private WaitReason reason(List<String> frames) {
        int all = 0;
        for (String frame : frames) {
            all |= bits(frame, true);
        }
        return all == 0 ? WaitReason.OTHER : WaitReason.values()[Integer.numberOfTrailingZeros(all)];
    }

    private int bits(String frame, boolean isOff) {
        Integer known = bits.get(frame);
        if (known != null) {
            return known;
        }
        int found = isOff ? WaitReason.of(frame) : CpuUse.of(frame);
        if (bits.size() < MOST && frame.length() <= LONGEST) {
            bits.put(frame, found);
        }
        return found;
    }

    private String name(String frame) {
        String name = frame.length() > LONGEST ? frame.substring(0, LONGEST) : frame;
        return frames.size() < MOST || frames.containsKey(name) ? name : REST;
    }

    /** The innermost frame that is not the scheduler's own. */
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
