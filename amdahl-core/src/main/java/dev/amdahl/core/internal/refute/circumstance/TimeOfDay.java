package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Gaps;
import dev.amdahl.core.internal.refute.check.MetricValues;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.rank.MannWhitneyTest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Fires if the arms ran at different times, of the calendar or of the day, and nothing shows that the time did not matter: they do not
 * overlap at all, or the baseline changed its level while they ran.
 */
final class TimeOfDay implements Check {
    private static final double HOUR = 3600;
    private static final double DAY = 24 * HOUR;
    private static final double ALPHA = .001;
    /** The 95 % point of the supremum of a Brownian bridge (Kolmogorov 1933). */
    private static final double MAX_CUSUM = 1.358;

    @Override
    public String name() {
        return "time of day";
    }

    /** Returns where the start of any run is known. */
    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream()
                .anyMatch(trial -> trial.baseline().started().isPresent()
                        || trial.variant().started().isPresent());
    }

    @Override
    public Finding examine(Sample sample) {
        return Gaps.of(sample, arm -> arm.started().isPresent()).examine(this, "the start", this::compareTimes);
    }

    private Finding compareTimes(Sample sample) {
        double[] baseline = sample.each(trial -> start(trial, Trial::baseline));
        double[] variant = sample.each(trial -> start(trial, Trial::variant));
        if (isAdjacent(baseline, variant)) {
            return Finding.ruledOut();
        }
        Finding calendar = compare(sample, baseline, variant);
        if (calendar.outcome() != Finding.Outcome.CLEAR) {
            return calendar;
        }
        double midnight = quietest(baseline, variant);
        return compare(sample, ofDay(baseline, midnight), ofDay(variant, midnight));
    }

    /** Returns whether the arms of each pair ran within an hour of each other, as those of one allocation do: the pair has one time. */
    private static boolean isAdjacent(double[] baseline, double[] variant) {
        return IntStream.range(0, baseline.length).allMatch(i -> Math.abs(variant[i] - baseline[i]) <= HOUR);
    }

    private Finding compare(Sample sample, double[] baseline, double[] variant) {
        double hours = Math.abs(Summary.mean(variant) - Summary.mean(baseline)) / HOUR;
        if (!(hours > 1)) {
            return Finding.clear(hours, 1);
        }
        boolean apart = max(baseline) < min(variant) || max(variant) < min(baseline);
        if (apart) {
            return Finding.fired("the arms ran hours apart and never beside each other", hours, 1);
        }
        double p = MannWhitneyTest.withDefaults().test(baseline, variant).p();
        if (p >= ALPHA) {
            return Finding.clear(p, ALPHA);
        }
        Optional<double[][]> values = MetricValues.of(sample);
        if (values.isEmpty()) {
            return Finding.missing(
                    name() + ": the arms ran at different times, and the baseline's figures are missing", 0);
        }
        double change = cusum(values.get()[0], baseline);
        return change > MAX_CUSUM
                ? Finding.fired("the arms ran at different times, and the baseline changed", change, MAX_CUSUM)
                : Finding.clear(change, MAX_CUSUM);
    }

    /** Largest cumulated deviation from the mean in order of time, over sd times root n. */
    private static double cusum(double[] values, double[] times) {
        double[] inTime = IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> times[i]))
                .mapToDouble(i -> values[i])
                .toArray();
        double mean = Summary.mean(inTime);
        double sd = Summary.standardDeviation(inTime);
        double sum = 0;
        double largest = 0;
        for (double value : inTime) {
            sum += value - mean;
            largest = Math.max(largest, Math.abs(sum));
        }
        return sd == 0 ? 0 : largest / (sd * Math.sqrt(values.length));
    }

    /** Returns the second of the day at which the longest pause of both arms ends: there the day is cut. */
    private static double quietest(double[] baseline, double[] variant) {
        double[] seconds = DoubleStream.concat(Arrays.stream(baseline), Arrays.stream(variant))
                .map(second -> second % DAY)
                .sorted()
                .toArray();
        double longest = seconds[0] + DAY - seconds[seconds.length - 1];
        double ends = seconds[0];
        for (int i = 1; i < seconds.length; i++) {
            if (seconds[i] - seconds[i - 1] > longest) {
                longest = seconds[i] - seconds[i - 1];
                ends = seconds[i];
            }
        }
        return ends;
    }

    private static double[] ofDay(double[] times, double midnight) {
        return Arrays.stream(times)
                .map(time -> (time % DAY - midnight + DAY) % DAY)
                .toArray();
    }

    /** Seconds since the epoch. */
    private static double start(Trial trial, Function<Trial, ArmResult> arm) {
        return arm.apply(trial).started().orElseThrow().toEpochMilli() / 1e3;
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }
}
