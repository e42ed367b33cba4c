package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.Experiment;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.online.TestOutcome;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.Comparator;
import java.util.List;

/** The design of one experiment, fixed before its first trial. Immutable. */
record Design(ExperimentPlan plan, int testNumber, long seed) {
    /** An idea that has not worked elsewhere needs so many times the evidence. */
    private static final double EXPERIMENTAL = 2;

    static Design of(Cycle cycle, JobSpec job, Dossier dossier) {
        EvidencePolicy policy = cycle.policy().evidence();
        List<Dossier> tested = cycle.view().dossiers().stream()
                .filter(other -> other.experiment().isPresent())
                .sorted(Comparator.comparingInt(
                        other -> other.experiment().map(Experiment::testNumber).orElse(0)))
                .toList();
        int number = tested.size() + 1;
        double strictness = dossier.hypothesis().provenance().isExperimental() ? EXPERIMENTAL : 1;
        double alpha = cycle.policy().isErrorControlledOnline()
                ? policy.onlineFdr()
                        .nextLevel(
                                tested.stream().map(Design::test).toList(),
                                cycle.view().events() + 1)
                : policy.alphaFloor();
        ExperimentPlan plan = new ExperimentPlan(
                job.metric(),
                job.guardrails(),
                job.outputs(),
                policy.minimumEffect(),
                Measurements.of(cycle, job).sigma(cycle.policy()),
                strictness * policy.bar(alpha),
                alpha / strictness,
                policy.firstCap(),
                policy.confirmationCap());
        return new Design(plan, number, Keys.seed(dossier.hypothesis().fingerprint(), number));
    }

    /** What online control knows of an earlier test. */
    private static TestOutcome test(Dossier dossier) {
        long submitted = dossier.designedAtEvent();
        if (dossier.state().isInExperiment()) {
            return TestOutcome.open(submitted);
        }
        boolean upheld = dossier.votes().isEmpty() || dossier.state() != HypothesisState.REFUTED;
        double p = dossier.comparison()
                .filter(ignored -> upheld)
                .map(Comparison::evidence)
                .map(evidence -> Math.min(1, 1 / evidence))
                .orElse(1.0);
        return new TestOutcome(submitted, dossier.decidedAtEvent(), p);
    }
}
