package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Device time of each kernel family: unions over the streams of a device, summed over devices. Immutable. */
public final class FamilyTimes {
    /** The families that the idea vocabulary names. */
    private static final Map<KernelFamily, String> METRICS = new EnumMap<>(Map.of(
            KernelFamily.MATMUL, "matmul_frac",
            KernelFamily.ATTENTION, "attention_frac",
            KernelFamily.ELEMENTWISE, "elementwise_frac",
            KernelFamily.TRANSPOSE, "transpose_kernel_frac",
            KernelFamily.GATHER, "gather_frac",
            KernelFamily.OPTIMIZER, "optimizer_frac"));

    private static final List<KernelFamily> FAMILIES = List.of(KernelFamily.values());

    private final long[] nanos;
    private final long[] counts;

    private FamilyTimes(long[] nanos, long[] counts) {
        this.nanos = nanos;
        this.counts = counts;
    }

    /** Returns the times of a timeline within [from, to). */
    public static FamilyTimes of(Timeline timeline, long from, long to) {
        return of(timeline, new KernelNames(timeline, Launches.of(timeline)), from, to);
    }

    static FamilyTimes of(Timeline timeline, KernelNames names, long from, long to) {
        int families = FAMILIES.size();
        long[] nanos = new long[families];
        long[] counts = new long[families];
        for (List<Lane> lanes : DeviceWork.byDevice(timeline).values()) {
            Spans.Builder[] own = new Spans.Builder[families];
            for (int family = 0; family < families; family++) {
                own[family] = new Spans.Builder();
            }
            for (Lane lane : lanes) {
                for (int i = 0; i < lane.size(); i++) {
                    if (lane.start(i) < to && lane.end(i) >= from) {
                        int family = FAMILIES.indexOf(names.family(lane, i));
                        own[family].add(Math.max(from, lane.start(i)), Math.min(to, lane.end(i)));
                        counts[family]++;
                    }
                }
            }
            for (int family = 0; family < families; family++) {
                nanos[family] =
                        Distribution.plus(nanos[family], own[family].build().length());
            }
        }
        return new FamilyTimes(nanos, counts);
    }

    /** Device time of a family, ns. */
    public long nanos(KernelFamily family) {
        return nanos[FAMILIES.indexOf(family)];
    }

    /** Pieces of work of a family. */
    public long count(KernelFamily family) {
        return counts[FAMILIES.indexOf(family)];
    }

    /**
     * Returns the shares of the idea vocabulary; empty without kernels, as nothing was measured then.
     *
     * @param allNanos accelerator-nanoseconds of the run
     */
    public Map<String, Double> metrics(double allNanos) {
        Map<String, Double> metrics = new TreeMap<>();
        long kernels = 0;
        for (KernelFamily family : FAMILIES) {
            kernels += family == KernelFamily.MEMORY || family == KernelFamily.COMMUNICATION ? 0 : count(family);
        }
        if (kernels > 0 && allNanos > 0) {
            METRICS.forEach((family, name) -> metrics.put(name, nanos(family) / allNanos));
        }
        return metrics;
    }
}
