package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Diagnoses;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.screen.Identity;
import dev.amdahl.core.internal.loop.screen.LeaveOneOut;
import dev.amdahl.core.internal.loop.screen.Reopening;
import dev.amdahl.core.internal.loop.screen.Screens;
import dev.amdahl.core.internal.loop.watch.PromotionRecheck;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Rationale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns diagnosed jobs into hypotheses: asks the advisors, gives each change an identity, screens it. Stateless. */
public final class Hypothesize {
    /** Proposes for each job, in the order of the scan; a change that the ledger knows is not proposed again. */
    public void run(Cycle cycle, List<JobSpec> ranked) {
        for (JobSpec job : cycle.setup().jobs()) {
            cycle.isolated(
                    job.family(),
                    () -> LeaveOneOut.findings(cycle.view(), job.family()).forEach(cycle::note));
        }
        for (JobSpec job : ranked) {
            cycle.isolated(job.family(), () -> run(cycle, job));
        }
    }

    private static void run(Cycle cycle, JobSpec job) {
        Measurements measured = Measurements.of(cycle, job);
        Optional<Diagnosis> diagnosis = measured.freshDiagnosis(cycle);
        boolean blind = cycle.policy().evidenceRuns() == 0;
        if (diagnosis.isPresent() || blind || measured.isBroken()) {
            propose(cycle, job, measured, diagnosis);
            LeaveOneOut.propose(cycle, job, measured);
            PromotionRecheck.propose(cycle, job, measured);
        }
    }

    private static void propose(Cycle cycle, JobSpec job, Measurements measured, Optional<Diagnosis> diagnosis) {
        Diagnosis known = diagnosis.orElse(Diagnoses.unknown(job.family()));
        Identity identity = new Identity(cycle, job);
        for (Advisor advisor : cycle.setup().advisors()) {
            List<Proposal> proposals = Proposals.of(cycle, advisor, new Brief(cycle, job, known));
            FailPoints.hit(FailPoint.ADVICE_RECEIVED);
            for (Proposal proposal : proposals) {
                Hypothesis hypothesis = identity.of(proposal, known);
                Reopening.Answer answer = Reopening.of(cycle, job, measured, identity, proposal, hypothesis);
                if (answer.isProposed()) {
                    enter(cycle, job, measured, hypothesis, answer.reopens(), proposal.rationale());
                }
            }
        }
    }

    static void enter(
            Cycle cycle,
            JobSpec job,
            Measurements measured,
            Hypothesis hypothesis,
            Optional<String> reopens,
            Optional<Rationale> rationale) {
        Screens.Result screened = Screens.of(cycle, job, measured, hypothesis);
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Proposed(hypothesis, screened.screening(), reopens, rationale));
        if (measured.isBroken()) {
            List<String> runs = measured.failedEvidence().stream()
                    .map(run -> run.plan().key())
                    .toList();
            entries.add(new Entry.Decided(
                    new Verdict(hypothesis, runs, "not measured", HypothesisState.RUN_FAILED, measured.whyBroken())));
        } else {
            if (hypothesis.evidence().isEmpty()) {
                entries.add(new Entry.Moved(
                        hypothesis.id(), HypothesisState.PROPOSED, "policy asks for no evidence run: no ceiling"));
            }
            screened.rejection().ifPresent(reason -> entries.add(Screens.screenedOut(hypothesis, reason)));
        }
        FailPoints.hit(FailPoint.HYPOTHESIS_DRAFTED);
        cycle.commit(entries);
        FailPoints.hit(FailPoint.HYPOTHESIS_COMMITTED);
    }
}
