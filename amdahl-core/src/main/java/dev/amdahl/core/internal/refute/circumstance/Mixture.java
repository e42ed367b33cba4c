package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.internal.stats.ChiSquared;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether the arms met different mixtures of labels, such as hosts, and the effect is gone at equal labels. Stateless, thread-safe. */
final class Mixture {
    /** The gate alone refutes nothing: what fires is an effect that does not survive the adjustment. */
    static final double GATE = .05;

    private Mixture() {}

    static Finding examine(Sample sample, List<String> baseline, List<String> variant, String what) {
        double p = p(baseline, variant);
        if (p >= GATE) {
            return Finding.clear(p, GATE);
        }
        FixedEffects equal = FixedEffects.of(sample.effects(), baseline, variant);
        return !Double.isFinite(equal.value())
                        || Significance.isExplainedAway(equal.value(), equal.p(), sample.meanEffect())
                ? Finding.fired(
                        "the arms met different " + what + ", and at equal " + what + " the effect does not hold",
                        equal.p(),
                        .05)
                : Finding.clear(equal.p(), .05);
    }

    /** Pearson's chi-squared test of the counts by label, the arms having as many; 1 for a single label. */
    private static double p(List<String> baseline, List<String> variant) {
        Map<String, long[]> table = new TreeMap<>();
        baseline.forEach(label -> table.computeIfAbsent(label, name -> new long[2])[0]++);
        variant.forEach(label -> table.computeIfAbsent(label, name -> new long[2])[1]++);
        if (table.size() < 2) {
            return 1;
        }
        double statistic = 0;
        for (long[] counts : table.values()) {
            double difference = counts[0] - counts[1];
            statistic += difference * difference / (counts[0] + counts[1]);
        }
        return ChiSquared.survival(statistic, table.size() - 1);
    }
}
