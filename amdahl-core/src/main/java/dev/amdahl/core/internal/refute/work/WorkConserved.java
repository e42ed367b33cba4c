package dev.amdahl.core.internal.refute.work;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.OptionalDouble;

/**
 * Fires on any pair whose arms did different amounts of work; those of which one arm did so once may be suspect. That the counts agree is no
 * evidence where the program that counts was changed itself.
 */
final class WorkConserved implements Check {
    static final double TOLERANCE = .001;

    @Override
    public String name() {
        return "work units";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().isWorkCounted();
    }

    @Override
    public Finding examine(Sample sample) {
        double largest = sample.trials().stream()
                .map(WorkConserved::difference)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .max()
                .orElse(0);
        if (largest > TOLERANCE) {
            return Finding.fired("the arms of a pair did different amounts of work", largest, TOLERANCE);
        }
        return Wavers.of(
                sample,
                sample.evidence().hypothesis().needsBuild()
                        ? Finding.notApplicable()
                        : Finding.clear(largest, TOLERANCE));
    }

    /** As a fraction of the larger; empty where an arm failed or did not count. */
    static OptionalDouble difference(Trial trial) {
        return difference(trial.baseline(), trial.variant());
    }

    static OptionalDouble difference(ArmResult one, ArmResult other) {
        OptionalDouble baseline = one.workUnits();
        OptionalDouble variant = other.workUnits();
        if (!one.isSuccess() || !other.isSuccess() || baseline.isEmpty() || variant.isEmpty()) {
            return OptionalDouble.empty();
        }
        double most = Math.max(Math.abs(baseline.getAsDouble()), Math.abs(variant.getAsDouble()));
        return OptionalDouble.of(most == 0 ? 0 : Math.abs(variant.getAsDouble() - baseline.getAsDouble()) / most);
    }
}
