package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Normal;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Fires if pairs are repetitions rather than runs of their own: several of them share a process and the effect does not hold over
 * processes, or each looks like the one before it and the effect does not hold for as many pairs as that leaves.
 */
final class IndependentRuns implements Check {
    private static final double LARGEST_CORRELATION = .2;
    private static final int FEWEST_FOR_CORRELATION = 12;

    @Override
    public String name() {
        return "independent runs";
    }

    @Override
    public Finding examine(Sample sample) {
        double[] baseline = byProcess(sample, Trial::baseline, 0);
        double[] variant = byProcess(sample, Trial::variant, 1);
        boolean shared = baseline.length < sample.size() || variant.length < sample.size();
        if (shared && MetricValues.of(sample).isPresent()) {
            double p = Significance.differ(baseline, variant);
            if (p > .05 || Summary.mean(variant) >= Summary.mean(baseline)) {
                return Finding.fired(
                        sample.size() + " pairs come from " + baseline.length + " and " + variant.length
                                + " processes, over which the effect is not significant",
                        p,
                        .05);
            }
            return Finding.clear(p, .05);
        }
        return sample.size() < FEWEST_FOR_CORRELATION ? Finding.clear() : correlation(sample.effects());
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
        if (!(r > LARGEST_CORRELATION) || Normal.survival(z) >= .01) {
            return Finding.clear(r, LARGEST_CORRELATION);
        }
        double left = Math.max(2, n * (1 - r) / (1 + r));
        double p = Significance.t(mean / Math.sqrt(squares / (n - 1) / left), left - 1);
        return p > .05
                ? Finding.fired(
                        "each pair resembles the one before, and what is left of them shows no effect",
                        r,
                        LARGEST_CORRELATION)
                : Finding.clear(r, LARGEST_CORRELATION);
    }

    /** Mean log figure of each process; a run that names none is a process of its own. */
    private static double[] byProcess(Sample sample, Function<Trial, ArmResult> arm, int row) {
        double[][] values = MetricValues.of(sample).orElse(new double[2][sample.size()]);
        Map<String, List<Double>> processes = new TreeMap<>();
        for (int i = 0; i < sample.size(); i++) {
            String process = arm.apply(sample.pairs().get(i)).sharedProcess().orElse("\u0000" + i);
            processes.computeIfAbsent(process, name -> new ArrayList<>()).add(Math.log(values[row][i]));
        }
        return processes.values().stream()
                .mapToDouble(logs ->
                        logs.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .toArray();
    }
}
