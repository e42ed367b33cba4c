package dev.amdahl.core.ledger.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.FirstSet;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The design that a hypothesis is tested under.
 *
 * @param hypothesis its hypothesis
 * @param plan fixed at submit
 * @param testNumber its place in the order of all tests, from 1: what online error control counts
 * @param seed draws orders, folds and arm seeds
 * @param set the set now running: 1, then 2 and above
 * @param confirmationTrials trials of the confirmation's interval, fixed when the first set passes; 0 before
 * @param incumbent the promoted changes that its baseline arms run with, in order
 * @param baselineDirectory the built tree of the baseline, for a patch
 * @param variantDirectory the built tree of the variant, for a patch
 * @param policy the rule that it is judged by, as it was when its design was fixed; empty in ledgers of earlier versions
 * @param passed how the first set passed, once it has; empty before, and in ledgers of earlier versions
 * @param rerun what the panel asked for last; empty if it never did
 */
public record Experiment(
        String hypothesis,
        ExperimentPlan plan,
        int testNumber,
        long seed,
        int set,
        int confirmationTrials,
        List<Fingerprint> incumbent,
        Optional<Path> baselineDirectory,
        Optional<Path> variantDirectory,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<EvidencePolicy> policy,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<FirstSet> passed,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Rerun> rerun) {

    /**
     * Pairs that the panel asked for.
     *
     * @param round how often it has asked, from 1
     * @param first pairs that there were when it asked first
     * @param pairs that there are to be in all
     */
    public record Rerun(int round, int first, int pairs) {}

    public Experiment {
        incumbent = List.copyOf(incumbent);
    }
}
