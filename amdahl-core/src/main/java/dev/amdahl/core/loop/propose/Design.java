package dev.amdahl.core.loop.propose;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Tested;
import dev.amdahl.core.loop.Cycle;
import dev.amdahl.core.loop.Keys;
import dev.amdahl.core.loop.Measurements;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.online.TestOutcome;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.JobSpec;

/** The design of one experiment, fixed before its first trial. Immutable. */
record Design(ExperimentPlan plan, int testNumber, long seed) {
    /** An idea that has not worked elsewhere needs so many times the evidence. */
    private static final double EXPERIMENTAL = 2;

    static Design of(Cycle cycle, JobSpec job, Dossier dossier) {
        EvidencePolicy policy = cycle.policy().evidence();
        int number = cycle.view().totals().tests() + 1;
        double strictness = dossier.hypothesis().provenance().isExperimental() ? EXPERIMENTAL : 1;
        double alpha = cycle.policy().isErrorControlledOnline()
                ? policy.onlineFdr()
                        .nextLevel(
                                cycle.view().tests().stream()
                                        .map(Design::outcome)
                                        .toList(),
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
    private static TestOutcome outcome(Tested test) {
        return test.isOpen()
                ? TestOutcome.open(test.designedAtEvent())
                : new TestOutcome(test.designedAtEvent(), test.decidedAtEvent(), test.p());
    }
}
