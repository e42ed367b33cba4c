package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What the names of kernels tell of how well they fit the device: device time by trait, unions over the streams of a device. */
public enum KernelTrait {
    /** A softmax that is not part of a fused attention. */
    SOFTMAX("softmax_frac", "(?i)soft_?max", KernelFamily.SOFTMAX),
    /** A matrix product whose operands allow loads of one element only: some dimension is odd. */
    UNALIGNED("unaligned_matmul_frac", "(?i)align1(?!\\d)", KernelFamily.MATMUL),
    /** A product or convolution in binary32 without matrix units, not even by TF32. */
    BINARY32("fp32_matmul_frac", "(?i)sgemm|scudnn|cutlass_\\d+_simt_s", KernelFamily.MATMUL, KernelFamily.CONVOLUTION),
    /** A kernel made for a device before Hopper. */
    EARLIER(
            "earlier_kernel_frac",
            "(?i)cutlass_?[78]\\d(?!\\d)|(volta|turing|ampere)_|(?<![a-z])sm_?[78]\\d(?!\\d)",
            KernelFamily.MATMUL,
            KernelFamily.CONVOLUTION,
            KernelFamily.ATTENTION);

    private static final List<KernelTrait> ALL = List.of(values());
    private static final int MAX_NAME = 2_000;

    private final String metric;
    private final Pattern names;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<KernelFamily> families;

    KernelTrait(String metric, String names, KernelFamily... families) {
        this.metric = metric;
        this.names = Pattern.compile(names);
        this.families = List.of(families);
    }

    boolean isOf(String name) {
        String start = name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME);
        return names.matcher(start).find() && families.contains(KernelFamily.of(Activity.KERNEL, name));
    }

    /**
     * Returns the share of the run that kernels of each trait take within [from, to); empty without kernels.
     *
     * @param allNanos accelerator-nanoseconds of the run
     */
    public static Map<String, Double> metrics(Timeline timeline, long from, long to, double allNanos) {
        Map<String, Integer> known = new HashMap<>();
        Map<KernelTrait, Long> nanos = new EnumMap<>(KernelTrait.class);
        for (List<Lane> lanes : DeviceWork.byDevice(timeline).values()) {
            Map<KernelTrait, Spans.Builder> own = new EnumMap<>(KernelTrait.class);
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    if (lane.activity(i) == Activity.KERNEL && lane.start(i) < to && lane.end(i) >= from) {
                        int traits = known.computeIfAbsent(lane.label(i), KernelTrait::of);
                        long start = Math.max(from, lane.start(i));
                        long end = Math.min(to, lane.end(i));
                        for (int rest = traits; rest != 0; rest &= rest - 1) {
                            own.computeIfAbsent(
                                            ALL.get(Integer.numberOfTrailingZeros(rest)), trait -> new Spans.Builder())
                                    .add(start, end);
                        }
                    }
                }
            }
            own.forEach((trait, spans) -> nanos.merge(trait, spans.build().length(), Long::sum));
        }
        Map<String, Double> metrics = new TreeMap<>();
        for (KernelTrait trait : ALL) {
            if (!known.isEmpty() && allNanos > 0) {
                metrics.put(trait.metric, nanos.getOrDefault(trait, 0L) / allNanos);
            }
        }
        return metrics;
    }

    /** Returns the traits of a name, a bit each. */
    private static int of(String name) {
        int traits = 0;
        for (int i = 0; i < ALL.size(); i++) {
            traits |= ALL.get(i).isOf(name) ? 1 << i : 0;
        }
        return traits;
    }
}
