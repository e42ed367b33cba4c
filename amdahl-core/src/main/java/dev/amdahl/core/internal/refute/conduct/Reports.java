package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.work.CheapChecks;

/** Runs of one arm that reported where the other did not. Stateless, thread-safe. */
final class Reports {

    private Reports() {}

    /** Trials in which the baseline alone ended well. */
    static int baselineOnly(Sample sample) {
        return (int) sample.trials().stream()
                .filter(trial -> CheapChecks.failure(trial).isPresent())
                .count();
    }

    /** Trials in which the variant alone ended well. */
    static int variantOnly(Sample sample) {
        return (int)
                sample.trials().stream().filter(CheapChecks::isBaselineAlone).count();
    }
}
