package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.MetricValues;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How much longer the second run of a pair takes than the first, whatever runs: where each first run is cold, it is negative. Orders are
 * balanced, so that it biases no estimate, but it makes the effect look smaller in one order than in the other. It is estimated from
 * what the change had no part in: the baseline in either place, and pairs of the unchanged job with itself; each weighs by its standard
 * error, against a prior of none. Stateless, thread-safe.
 */
final class PositionEffect {
    /** How large such an effect usually is, on the log scale: as hosts are warmed up, small. */
    private static final double PRIOR = .02;

    private static final int MIN = 3;

    private PositionEffect() {}

    /** log(second / first). */
    static double of(Sample sample) {
        double weight = 1 / (PRIOR * PRIOR);
        double sum = 0;
        for (Optional<double[]> estimate : List.of(ofBaselines(sample), ofUnchanged(sample))) {
            if (estimate.isPresent()) {
                double precision = 1 / Math.max(1e-12, estimate.get()[1] * estimate.get()[1]);
                sum += precision * estimate.get()[0];
                weight += precision;
            }
        }
        return sum / weight;
    }

    /** Returns the effect of a pair, had it none. */
    static double adjusted(Trial trial, double effect, double position) {
        return switch (trial.order()) {
            case BASELINE_FIRST -> effect - position;
            case VARIANT_FIRST -> effect + position;
            case UNKNOWN -> effect;
        };
    }

    /** By the baselines that ran second and those that ran first: the estimate and its standard error. */
    private static Optional<double[]> ofBaselines(Sample sample) {
        Optional<double[][]> values = MetricValues.of(sample);
        if (values.isEmpty()) {
            return Optional.empty();
        }
        double[] first = logs(sample, values.get()[0], Order.BASELINE_FIRST);
        double[] second = logs(sample, values.get()[0], Order.VARIANT_FIRST);
        if (first.length < MIN || second.length < MIN) {
            return Optional.empty();
        }
        int sign = sample.evidence().plan().metric().lowerIsBetter() ? 1 : -1;
        double error = Math.sqrt(squaredError(first) + squaredError(second));
        return Optional.of(new double[] {sign * (Summary.mean(second) - Summary.mean(first)), error});
    }

    private static double[] logs(Sample sample, double[] values, Order order) {
        double[] logs = new double[values.length];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (sample.pairs().get(i).order() == order && values[i] > 0) {
                logs[count++] = Math.log(values[i]);
            }
        }
        return Arrays.copyOf(logs, count);
    }

    private static double squaredError(double[] values) {
        double deviation = Summary.standardDeviation(values);
        return deviation * deviation / values.length;
    }

    /** By pairs of the unchanged job with itself; their spread is at least what is expected of the family. */
    private static Optional<double[]> ofUnchanged(Sample sample) {
        double[] d = sample.evidence().unchanged().stream()
                .map(PositionEffect::secondOverFirst)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        if (d.length == 0) {
            return Optional.empty();
        }
        double seen = d.length > 1 ? Summary.standardDeviation(d) : 0;
        double spread = Math.max(seen, sample.evidence().plan().sigma());
        return Optional.of(new double[] {Summary.mean(d), spread / Math.sqrt(d.length)});
    }

    private static OptionalDouble secondOverFirst(Trial trial) {
        if (trial.logRatio().isEmpty()) {
            return OptionalDouble.empty();
        }
        double d = trial.logRatio().getAsDouble();
        return OptionalDouble.of(trial.order() == Order.BASELINE_FIRST ? d : -d);
    }
}
