package dev.amdahl.core.refute;

import dev.amdahl.core.refute.check.Check;
import dev.amdahl.core.refute.check.Finding;
import dev.amdahl.core.refute.check.Finding.Outcome;
import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes every statistical check on all pairs but its fold; on all of them where there are too few to leave any out. Immutable.
 *
 * @param fold its fold, from 0
 * @param of how many folds there are
 * @param checks its checks
 */
record FoldRefuter(int fold, int of, List<Check> checks) implements Refuter {
    static final String UNANIMOUS = "unanimous by construction: ";

    @Override
    public String name() {
        return "refuter-" + (fold + 1);
    }

    @Override
    public Vote examine(Evidence evidence) {
        Sample all = Sample.of(evidence, trial -> true, evidence.seed());
        boolean unanimous = all.size() < Panel.FEWEST_PAIRS_FOR_FOLDS;
        Sample sample = unanimous ? all : without(fold, evidence, all.trials());
        String prefix = unanimous ? UNANIMOUS : "";
        if (sample.size() < 2) {
            return vote(Ballot.ABSTAINS, prefix + "fewer than two usable pairs", Finding.clear(), List.of());
        }
        Map<Check, Finding> findings = new LinkedHashMap<>();
        checks.forEach(check -> findings.put(check, check.attempt(sample)));
        List<String> notApplicable = findings.entrySet().stream()
                .filter(entry -> entry.getValue().outcome() == Outcome.NOT_APPLICABLE)
                .map(entry -> entry.getKey().name())
                .toList();
        for (Map.Entry<Check, Finding> entry : findings.entrySet()) {
            if (entry.getValue().isFired()) {
                String reason = entry.getKey().name() + ": " + entry.getValue().reason();
                return vote(Ballot.REFUTES, prefix + reason, entry.getValue(), notApplicable);
            }
        }
        for (Finding finding : findings.values()) {
            if (finding.outcome() == Outcome.MISSING) {
                return vote(Ballot.ABSTAINS, prefix + finding.reason(), finding, notApplicable);
            }
        }
        double change = HodgesLehmann.estimate(sample.effects());
        return vote(
                Ballot.UPHOLDS,
                prefix
                        + String.format(
                                Locale.ROOT,
                                "no check fired on %d pairs, which say %+.1f %% (Hodges-Lehmann)",
                                sample.size(),
                                100 * Math.expm1(change)),
                Finding.clear(change, 0),
                notApplicable);
    }

    private Sample without(int left, Evidence evidence, List<Trial> trials) {
        Folds folds = Folds.of(trials, of, evidence.seed());
        SplittableRandom own = new SplittableRandom(evidence.seed() + fold + 1);
        return Sample.of(evidence, trial -> !folds.holds(left, trial), own.nextLong());
    }

    private Vote vote(Ballot ballot, String reason, Finding finding, List<String> notApplicable) {
        return new Vote(name(), ballot, false, reason, finding.number(), finding.threshold(), notApplicable);
    }
}
