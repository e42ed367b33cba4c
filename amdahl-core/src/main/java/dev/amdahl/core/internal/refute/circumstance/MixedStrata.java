package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Gaps;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Fires if the arms were given different kinds of work and the effect does not hold within a kind: Simpson's paradox. */
final class MixedStrata implements Check {

    @Override
    public String name() {
        return "mixed strata";
    }

    /** Returns where the job tells the kind of work of any run. */
    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream()
                .anyMatch(trial -> trial.baseline().stratum().isPresent()
                        || trial.variant().stratum().isPresent());
    }

    @Override
    public Finding examine(Sample sample) {
        return Gaps.of(sample, arm -> arm.stratum().isPresent()).examine(this, "the stratum", MixedStrata::compare);
    }

    private static Finding compare(Sample sample) {
        return Mixture.examine(
                sample, strata(sample, Trial::baseline), strata(sample, Trial::variant), "kinds of work");
    }

    private static List<String> strata(Sample sample, Function<Trial, ArmResult> arm) {
        return sample.pairs().stream()
                .map(trial -> arm.apply(trial).stratum())
                .flatMap(Optional::stream)
                .toList();
    }
}
