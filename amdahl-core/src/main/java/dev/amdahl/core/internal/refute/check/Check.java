package dev.amdahl.core.internal.refute.check;

import dev.amdahl.spi.experiment.Covariate;
import java.util.Set;

/** One way in which a claimed win may be wrong. Implementations are stateless, thread-safe and deterministic. */
public interface Check {

    /** Returns what it is called in votes and in the docs. */
    String name();

    /** Covariates of both arms of every pair, without which it cannot be told. */
    default Set<Covariate> requires() {
        return Set.of();
    }

    /** Returns whether job and host can supply what it needs beside {@link #requires()}. */
    default boolean applies(Sample sample) {
        return true;
    }

    /** Called only where it applies and nothing that it requires is missing. */
    Finding examine(Sample sample);

    /** Returns the finding, with what cannot be supplied and what was lost told apart; the few pairs that lost it are left out. */
    default Finding run(Sample sample) {
        Set<Covariate> required = requires();
        if (!sample.evidence().supplied().containsAll(required) || !applies(sample)) {
            return Finding.notApplicable();
        }
        return required.isEmpty()
                ? examine(sample)
                : Gaps.of(sample, arm -> Sample.has(arm, required))
                        .examine(this, String.valueOf(required), this::examine);
    }

    /** Returns the same; a failure of the check itself is a lack of evidence, never support and never a number. */
    default Finding attempt(Sample sample) {
        try {
            return run(sample);
        } catch (RuntimeException failure) {
            return Finding.missing(name() + ": could not be examined: " + failure, 0);
        }
    }
}
