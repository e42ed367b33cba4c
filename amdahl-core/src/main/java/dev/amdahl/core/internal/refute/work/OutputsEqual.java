package dev.amdahl.core.internal.refute.work;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;

/** Fires on any pair whose declared outputs differ by their rule; those of which one arm wrote otherwise once may be suspect. */
final class OutputsEqual implements Check {

    @Override
    public String name() {
        return "outputs";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().isOutputDeclared();
    }

    @Override
    public Finding examine(Sample sample) {
        int differing = (int) sample.trials().stream()
                .filter(trial -> trial.baseline().isSuccess() && trial.variant().isSuccess())
                .filter(trial -> !trial.mismatches().isEmpty())
                .count();
        return differing > 0
                ? Finding.fired(
                        "the variant's output did not match the baseline's in " + differing + " pairs", differing, 0)
                : Wavers.of(sample, Finding.clear(0, 0));
    }
}
