package dev.amdahl.core.loop;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.job.MetricSpec;
import java.util.OptionalDouble;

/** The job-level figure of an arm, and the log ratio of two. Stateless. */
final class Metrics {
    private Metrics() {}

    /** The metric's value; empty if the arm failed or it was not measured. */
    static OptionalDouble value(MetricSpec metric, ArmResult arm, int accelerators) {
        if (!arm.isSuccess()) {
            return OptionalDouble.empty();
        }
        if (metric.source().isPresent()) {
            Double own = arm.metrics().get(metric.name());
            return own != null && own > 0 ? OptionalDouble.of(own) : OptionalDouble.empty();
        }
        if (arm.wallSeconds().isEmpty() || !(arm.wallSeconds().getAsDouble() > 0)) {
            return OptionalDouble.empty();
        }
        double wall = arm.wallSeconds().getAsDouble();
        if (metric.equals(MetricSpec.WALL_SECONDS)) {
            return OptionalDouble.of(wall);
        }
        double units = arm.workUnits().orElse(1);
        return units > 0 ? OptionalDouble.of(wall * accelerators / units) : OptionalDouble.empty();
    }

    /** log(variant / baseline), turned so that below 0 the variant is better; empty if either is. */
    static OptionalDouble logRatio(MetricSpec metric, ArmResult baseline, ArmResult variant, int accelerators) {
        OptionalDouble b = value(metric, baseline, accelerators);
        OptionalDouble v = value(metric, variant, accelerators);
        if (b.isEmpty()
                || v.isEmpty()
                || baseline.workUnits().isPresent() != variant.workUnits().isPresent()) {
            return OptionalDouble.empty();
        }
        double d = Math.log(v.getAsDouble() / b.getAsDouble());
        return OptionalDouble.of(metric.lowerIsBetter() ? d : -d);
    }
}
