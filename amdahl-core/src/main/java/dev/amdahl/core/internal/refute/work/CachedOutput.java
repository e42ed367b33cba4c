package dev.amdahl.core.internal.refute.work;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.job.OutputRule;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Fires if a declared output follows the seed in the baseline, which is new for each trial, and in the variant at most half as often:
 * it was stored, not computed. Where the baseline's output does not follow the seed either, it cannot be told.
 */
final class CachedOutput implements Check {
    private static final int MIN = 4;

    @Override
    public String name() {
        return "cached output";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.evidence().isOutputDeclared();
    }

    @Override
    public Finding examine(Sample sample) {
        Finding found = Finding.notApplicable();
        for (OutputRule rule : sample.evidence().plan().outputs()) {
            List<Trial> written = sample.evidence().trials().stream()
                    .filter(trial -> digest(trial.baseline(), rule).isPresent()
                            && digest(trial.variant(), rule).isPresent())
                    .toList();
            int baseline = distinct(written, Trial::baseline, rule);
            int variant = distinct(written, Trial::variant, rule);
            if (baseline < MIN) {
                continue;
            }
            if (2 * variant <= baseline) {
                return Finding.fired(
                        "the seed changes " + rule.path() + " of the baseline in " + baseline
                                + " ways, of the variant in " + variant,
                        variant,
                        baseline / 2.0);
            }
            found = Finding.clear(variant, baseline / 2.0);
        }
        return found;
    }

    private static Optional<String> digest(ArmResult arm, OutputRule rule) {
        return arm.isSuccess() ? Optional.ofNullable(arm.digests().get(rule.path())) : Optional.empty();
    }

    private static int distinct(List<Trial> trials, Function<Trial, ArmResult> arm, OutputRule rule) {
        Set<String> digests = new HashSet<>();
        trials.forEach(trial -> digest(arm.apply(trial), rule).ifPresent(digests::add));
        return digests.size();
    }
}
