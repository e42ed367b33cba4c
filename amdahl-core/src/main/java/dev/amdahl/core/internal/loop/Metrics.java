package dev.amdahl.core.internal.loop;

import dev.amdahl.core.internal.steps.SteadyPart;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.job.MetricSpec;
import java.util.OptionalDouble;

/** The job-level figure of an arm, and the log ratio of two. */
public final class Metrics {
    private Metrics() {}

    /** Returns the metric's value; empty if the arm failed, or it was not measured as a positive, finite number. */
    static OptionalDouble value(MetricSpec metric, ArmResult arm, int accelerators) {
        if (!arm.isSuccess()) {
            return OptionalDouble.empty();
        }
        if (metric.source().isPresent()) {
            return usable(arm.metrics().getOrDefault(metric.name(), Double.NaN));
        }
        double units = arm.workUnits().orElse(1);
        if (metric.equals(MetricSpec.ACCELERATOR_JOULES)) {
            return usable(arm.covariates().getOrDefault(Covariate.ACCELERATOR_JOULES, Double.NaN) / units);
        }
        OptionalDouble steady = SteadyPart.figure(arm);
        if (steady.isPresent()) {
            return usable(
                    metric.equals(MetricSpec.WALL_SECONDS)
                            ? steady.getAsDouble()
                            : steady.getAsDouble() * accelerators);
        }
        double wall = arm.wallSeconds().orElse(Double.NaN);
        return usable(metric.equals(MetricSpec.WALL_SECONDS) ? wall : wall * accelerators / units);
    }

    /** Only a positive, finite figure has a logarithm to compare. */
    private static OptionalDouble usable(double value) {
        return value > 0 && Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** log(variant / baseline), turned so that below 0 the variant is better; empty if either is. */
    public static OptionalDouble logRatio(MetricSpec metric, ArmResult baseline, ArmResult variant, Allocation held) {
        OptionalDouble b = value(metric, baseline, held.baseline());
        OptionalDouble v = value(metric, variant, held.variant());
        if (b.isEmpty()
                || v.isEmpty()
                || baseline.workUnits().isPresent() != variant.workUnits().isPresent()) {
            return OptionalDouble.empty();
        }
        double d = Math.log(v.getAsDouble()) - Math.log(b.getAsDouble());
        return OptionalDouble.of(metric.lowerIsBetter() ? d : -d);
    }
}
