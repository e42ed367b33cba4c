package dev.amdahl.core.refute;

import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The checklist on all pairs but a fifth of them, five times: whether what was found hangs on a few pairs. */
final class Subsets {
    private Subsets() {}

    /** Returns one vote per subset, named {@code refuter-1} and so on; none where the pairs are too few to leave any out. */
    static List<Vote> votes(Evidence evidence, Sample all) {
        if (all.size() < Panel.MIN_PAIRS_FOR_SUBSETS) {
            return List.of();
        }
        Folds folds = Folds.of(all.trials(), Panel.SUBSETS, evidence.seed());
        return IntStream.range(0, Panel.SUBSETS)
                .mapToObj(fold -> {
                    long seed = new SplittableRandom(evidence.seed() + fold + 1).nextLong();
                    Sample rest = Sample.of(evidence, trial -> !folds.holds(fold, trial), seed);
                    return Examination.of(rest, Checklist.STATISTICAL).vote(Panel.SUBSET + (fold + 1));
                })
                .toList();
    }
}
