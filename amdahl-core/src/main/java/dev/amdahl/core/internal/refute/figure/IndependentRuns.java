package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.MetricValues;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.internal.stats.Normal;
import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Fires if pairs are repetitions rather than runs of their own: several of them share a process and the effect does not hold over
 * processes, or each looks like the one before it and the effect does not hold for as many pairs as that leaves.
 */
final class IndependentRuns implements Check {
    private static final double MAX_CORRELATION = .2;
    private static final int MIN_FOR_CORRELATION = 12;

    @Override
    public String name() {
        return "independent runs";
    }

    @Override
    public Finding examine(Sample sample) {
        List<String> baseline = processes(sample, Trial::baseline);
        List<String> variant = processes(sample, Trial::variant);
        int named = baseline.size() + variant.size();
        if (named > 0 && named < 2 * sample.size()) {
            return Finding.missing(
                    name() + ": the process is missing from " + (2 * sample.size() - named) + " of " + 2 * sample.size()
                            + " runs although it can be supplied",
                    (2 * sample.size() - named + 1) / 2);
        }
        boolean shared = named > 0 && (distinct(baseline) < sample.size() || distinct(variant) < sample.size());
        if (shared) {
            return overProcesses(sample, baseline, variant);
        }
        return sample.size() < MIN_FOR_CORRELATION ? Finding.clear() : correlation(sample.effects());
    }

    /** Over pairs of processes where each met one other, else over the processes of each arm. */
    private Finding overProcesses(Sample sample, List<String> baseline, List<String> variant) {
        List<String> both = new ArrayList<>();
        for (int i = 0; i < baseline.size(); i++) {
            both.add(baseline.get(i) + "\n" + variant.get(i));
        }
        double p;
        if (distinct(both) == distinct(baseline) && distinct(both) == distinct(variant)) {
            p = Significance.differsFromZero(means(both, sample.effects()));
        } else {
            Optional<double[][]> values = MetricValues.of(sample);
            if (values.isEmpty()) {
                return Finding.missing(name() + ": processes are shared, and the figures of their arms are missing", 0);
            }
            p = Significance.differ(means(baseline, logs(values.get()[0])), means(variant, logs(values.get()[1])));
        }
        return p > .05
                ? Finding.fired(
                        sample.size() + " pairs come from " + distinct(baseline) + " and " + distinct(variant)
                                + " processes, over which the effect is not significant",
                        p,
                        .05)
                : Finding.clear(p, .05);
    }

    private static Finding correlation(double[] effects) {
        int n = effects.length;
        double mean = Summary.mean(effects);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < n; i++) {
            squares += (effects[i] - mean) * (effects[i] - mean);
            products += i == 0 ? 0 : (effects[i] - mean) * (effects[i - 1] - mean);
        }
        double r = squares == 0 ? 0 : products / squares;
        double z = (r + 1.0 / n) * Math.sqrt(n);
        if (!(r > MAX_CORRELATION) || Normal.survival(z) >= .01) {
            return Finding.clear(r, MAX_CORRELATION);
        }
        double left = Math.max(2, n * (1 - r) / (1 + r));
        double p = StudentT.twoSided(mean / Math.sqrt(squares / (n - 1) / left), left - 1);
        return p > .05
                ? Finding.fired(
                        "each pair resembles the one before, and what is left of them shows no effect",
                        r,
                        MAX_CORRELATION)
                : Finding.clear(r, MAX_CORRELATION);
    }

    private static double[] means(List<String> labels, double[] values) {
        Map<String, double[]> sums = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            double[] sum = sums.computeIfAbsent(labels.get(i), label -> new double[2]);
            sum[0] += values[i];
            sum[1]++;
        }
        return sums.values().stream().mapToDouble(sum -> sum[0] / sum[1]).toArray();
    }

    private static double[] logs(double[] values) {
        double[] logs = new double[values.length];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = Math.log(values[i]);
        }
        return logs;
    }

    private static long distinct(List<String> labels) {
        return labels.stream().distinct().count();
    }

    private static List<String> processes(Sample sample, Function<Trial, ArmResult> arm) {
        return sample.pairs().stream()
                .map(trial -> arm.apply(trial).sharedProcess())
                .flatMap(Optional::stream)
                .toList();
    }
}
