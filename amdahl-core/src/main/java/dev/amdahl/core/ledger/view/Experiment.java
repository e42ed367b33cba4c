package dev.amdahl.core.ledger.view;

import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The design that a hypothesis is tested under. Immutable.
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
        Optional<Path> variantDirectory) {
    public Experiment {
        incumbent = List.copyOf(incumbent);
    }
}
