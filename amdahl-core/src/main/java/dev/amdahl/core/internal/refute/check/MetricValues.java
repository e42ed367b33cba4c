package dev.amdahl.core.internal.refute.check;

import dev.amdahl.core.internal.steps.SteadyPart;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.job.MetricSpec;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What the arms showed of the metric itself, where it was recorded for each arm. Stateless, thread-safe. */
public final class MetricValues {

    private MetricValues() {}

    /** Of the baseline in row 0 and of the variant in row 1, by pair; empty where any is missing. */
    public static Optional<double[][]> of(Sample sample) {
        double[] baseline = values(sample, Trial::baseline);
        double[] variant = values(sample, Trial::variant);
        return baseline.length == sample.size() && variant.length == sample.size()
                ? Optional.of(new double[][] {baseline, variant})
                : Optional.empty();
    }

    /** Returns whether the metric is a time read from a clock. */
    public static boolean isSeconds(MetricSpec metric) {
        return metric.isTime() || (metric.source().isPresent() && metric.name().contains("seconds"));
    }

    private static double[] values(Sample sample, Function<Trial, ArmResult> arm) {
        return sample.pairs().stream()
                .map(trial -> value(arm.apply(trial), sample.evidence().plan().metric()))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private static OptionalDouble value(ArmResult arm, MetricSpec metric) {
        if (metric.equals(MetricSpec.ACCELERATOR_JOULES)) {
            Double joules = arm.covariates().get(Covariate.ACCELERATOR_JOULES);
            return joules == null ? OptionalDouble.empty() : OptionalDouble.of(joules);
        }
        if (metric.isTime()) {
            OptionalDouble steady = SteadyPart.seconds(arm);
            return steady.isPresent() ? steady : arm.wallSeconds();
        }
        Double value = arm.metrics().get(metric.name());
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
