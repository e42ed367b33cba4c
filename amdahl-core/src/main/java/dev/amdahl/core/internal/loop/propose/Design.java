package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Keys;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.screen.NextTest;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.JobSpec;

/** The design of one experiment, fixed before its first trial. */
record Design(ExperimentPlan plan, int testNumber, long seed) {
    static Design of(Cycle cycle, JobSpec job, Dossier dossier) {
        EvidencePolicy policy = cycle.policy().evidence();
        int number = cycle.view().totals().tests() + 1;
        NextTest test = NextTest.of(cycle, dossier.hypothesis());
        ExperimentPlan plan = new ExperimentPlan(
                job.metric(),
                job.guardrails(),
                job.outputs(),
                policy.minimumEffect(),
                Measurements.of(cycle, job).sigma(),
                test.bar(),
                test.alpha(),
                policy.firstCap(),
                policy.confirmationCap());
        return new Design(plan, number, Keys.seed(dossier.hypothesis().fingerprint(), number));
    }
}
