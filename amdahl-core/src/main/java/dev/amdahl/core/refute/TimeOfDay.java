package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Fires if the arms ran at different times of the day and nothing shows that the time did not matter: they do not overlap at all, or
 * the baseline changed its level while they ran.
 */
final class TimeOfDay implements Check {
    private static final double HOUR = 3600;
    private static final double ALPHA = .001;
    /** The 95 % point of the supremum of a Brownian bridge (Kolmogorov 1933). */
    private static final double LARGEST_CUSUM = 1.358;

    @Override
    public String name() {
        return "time of day";
    }

    /** Where the start of any run is known. */
    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream()
                .anyMatch(trial -> trial.baseline().started().isPresent()
                        || trial.variant().started().isPresent());
    }

    @Override
    public Finding examine(Sample sample) {
        int lacking = (int) sample.pairs().stream()
                .filter(trial -> trial.baseline().started().isEmpty()
                        || trial.variant().started().isEmpty())
                .count();
        if (lacking > 0) {
            return Finding.missing(name() + ": the start is missing from " + lacking + " of " + sample.size()
                    + " pairs although it can be supplied");
        }
        Instant origin = start(sample.pairs().get(0), Trial::baseline);
        double[] baseline = sample.each(trial -> since(origin, start(trial, Trial::baseline)));
        double[] variant = sample.each(trial -> since(origin, start(trial, Trial::variant)));
        double hours = Math.abs(Summary.mean(variant) - Summary.mean(baseline)) / HOUR;
        if (!(hours > 1)) {
            return Finding.clear(hours, 1);
        }
        double p = MannWhitneyUTest.withDefaults().test(baseline, variant).getPValue();
        boolean apart = max(baseline) < min(variant) || max(variant) < min(baseline);
        if (p >= ALPHA && !(apart && sample.size() < 6)) {
            return Finding.clear(p, ALPHA);
        }
        if (apart) {
            return Finding.fired("the arms ran hours apart and never beside each other", hours, 1);
        }
        Optional<double[][]> values = MetricValues.of(inTime(sample));
        if (values.isEmpty()) {
            return Finding.missing(
                    name() + ": the arms ran at different times, and the baseline's figures are missing");
        }
        double change = cusum(values.get()[0]);
        return change > LARGEST_CUSUM
                ? Finding.fired("the arms ran at different times, and the baseline changed", change, LARGEST_CUSUM)
                : Finding.clear(change, LARGEST_CUSUM);
    }

    private static Sample inTime(Sample sample) {
        List<Trial> pairs = sample.pairs().stream()
                .sorted(Comparator.comparing(trial -> start(trial, Trial::baseline)))
                .toList();
        return new Sample(sample.evidence(), sample.trials(), pairs, sample.seed());
    }

    /** Largest cumulated deviation from the mean, over sd times root n. */
    private static double cusum(double[] values) {
        double mean = Summary.mean(values);
        double sd = Summary.standardDeviation(values);
        double sum = 0;
        double largest = 0;
        for (double value : values) {
            sum += value - mean;
            largest = Math.max(largest, Math.abs(sum));
        }
        return sd == 0 ? 0 : largest / (sd * Math.sqrt(values.length));
    }

    private static Instant start(Trial trial, Function<Trial, ArmResult> arm) {
        return arm.apply(trial).started().orElseThrow();
    }

    private static double since(Instant origin, Instant start) {
        return Duration.between(origin, start).toMillis() / 1e3;
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }
}
