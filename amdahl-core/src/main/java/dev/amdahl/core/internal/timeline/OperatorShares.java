package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.analysis.OperatorWork;
import dev.amdahl.core.internal.timeline.analysis.OperatorWork.Operation;
import dev.amdahl.core.internal.timeline.analysis.OperatorWork.Sum;
import dev.amdahl.core.internal.timeline.operators.OperatorRates;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the shapes of operators tell of the time of kernels, as counters by which {@link Relabel} moves productive seconds. An operator near
 * a declared peak is bound by it. Of one that is far from both only what the peaks do not ask for is lost: so the ceiling is what better
 * kernels can bring. The rest, what is between, and what is not known, stays productive.
 */
final class OperatorShares {
    private OperatorShares() {}

    /** Returns the shares over all profiles with device work, the ranks of a job; empty where no shapes, or no peaks, tell any. */
    static Map<String, Double> of(List<Profile> profiles) {
        Map<Bottleneck, Double> lost = new EnumMap<>(Bottleneck.class);
        double all = 0;
        for (Profile profile : profiles) {
            if (profile.timeline().isPresent()) {
                Timeline timeline = profile.timeline().get();
                Map<Bottleneck, Double> own = lost(timeline, profile.declaredRates());
                all += Math.max((double) kernelNanos(timeline), sum(own));
                own.forEach((bound, nanos) -> lost.merge(bound, nanos, Double::sum));
            }
        }
        Map<String, Double> shares = new TreeMap<>();
        for (Map.Entry<Bottleneck, Double> one : lost.entrySet()) {
            shares.put(Relabel.OPERATOR_SHARES.getOrDefault(one.getKey(), ""), one.getValue() / all);
        }
        return shares;
    }

    private static double sum(Map<Bottleneck, Double> nanos) {
        return nanos.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static Map<Bottleneck, Double> lost(Timeline timeline, Map<String, Double> peaks) {
        Map<Bottleneck, Double> lost = new EnumMap<>(Bottleneck.class);
        if (peaks.isEmpty()) {
            return lost;
        }
        Comparator<Map.Entry<Operation, Sum>> mostFirst =
                Comparator.comparingLong(one -> -one.getValue().nanos());
        // one order of adding, so that the last digits do not change
        List<Map.Entry<Operation, Sum>> all = OperatorWork.of(timeline).entrySet().stream()
                .sorted(mostFirst
                        .thenComparing(one -> one.getKey().name())
                        .thenComparing(one -> one.getKey().arguments()))
                .toList();
        for (Map.Entry<Operation, Sum> one : all) {
            OperatorRates rates = OperatorWork.rates(one.getKey(), one.getValue(), peaks);
            Double share = rates.shareOfPeak();
            if (share != null && one.getValue().nanos() > 0 && rates.bound().isPresent()) {
                Bottleneck bound = rates.bound().get();
                double part = bound == Bottleneck.KERNEL_INEFFICIENT ? 1 - share : 1;
                lost.merge(bound, part * one.getValue().nanos(), Double::sum);
            }
        }
        return lost;
    }

    private static long kernelNanos(Timeline timeline) {
        long nanos = 0;
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                nanos += lane.activity(i) == Activity.KERNEL ? lane.end(i) - lane.start(i) : 0;
            }
        }
        return nanos;
    }
}
