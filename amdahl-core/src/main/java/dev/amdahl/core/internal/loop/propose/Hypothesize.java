package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Diagnoses;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.dispatch.Patches;
import dev.amdahl.core.internal.loop.screen.Identity;
import dev.amdahl.core.internal.loop.screen.LeaveOneOut;
import dev.amdahl.core.internal.loop.screen.Reopening;
import dev.amdahl.core.internal.loop.screen.Screens;
import dev.amdahl.core.internal.loop.verify.PromotionRecheck;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Screening.Stage;
import dev.amdahl.core.ledger.view.Standing;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Rationale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns diagnosed jobs into hypotheses: asks the advisors, gives each change an identity, screens it. */
public final class Hypothesize {
    private final Cycle cycle;
    private final Proposals proposals;
    private final Reopening reopening;
    private final Screens screens;

    /** Proposes in one cycle. */
    public Hypothesize(Cycle cycle) {
        this.cycle = cycle;
        this.proposals = new Proposals(cycle);
        this.reopening = new Reopening(cycle);
        this.screens = new Screens(cycle);
    }

    /** Proposes for each job, in the order of the scan; a change that the ledger knows is not proposed again. */
    public void run(List<JobSpec> ranked) {
        for (JobSpec job : cycle.setup().jobs()) {
            cycle.isolated(
                    job.family(),
                    () -> LeaveOneOut.findings(cycle.view(), job.family()).forEach(cycle::note));
        }
        for (JobSpec job : ranked) {
            cycle.isolated(job.family(), () -> run(job));
        }
    }

    /** Proposes for each job, also where no diagnosis says yet what cannot help. */
    void ahead(List<JobSpec> ranked) {
        for (JobSpec job : ranked) {
            Measurements measured = Measurements.of(cycle, job);
            cycle.isolated(job.family(), () -> proposeAll(job, measured, measured.freshDiagnosis(cycle)));
        }
    }

    private void run(JobSpec job) {
        Measurements measured = Measurements.of(cycle, job);
        Optional<Diagnosis> diagnosis = measured.freshDiagnosis(cycle);
        boolean blind = cycle.setup().evidenceRuns(job) == 0;
        if (diagnosis.isPresent() || blind || measured.isBroken()) {
            proposeAll(job, measured, diagnosis);
        }
    }

    private void proposeAll(JobSpec job, Measurements measured, Optional<Diagnosis> diagnosis) {
        propose(job, measured, diagnosis);
        new LeaveOneOut(cycle).propose(job, measured);
        new Recombination(cycle).propose(job, measured);
        new PromotionRecheck(cycle).propose(job, measured);
    }

    private void propose(JobSpec job, Measurements measured, Optional<Diagnosis> diagnosis) {
        Diagnosis known = diagnosis.orElse(Diagnoses.unknown(job.family()));
        Identity identity = new Identity(cycle, job);
        Proposers proposers = new Proposers(cycle);
        boolean isPaidFor = false;
        for (Advisor advisor : proposers.inOrder(job)) {
            Optional<String> named = proposers.name(advisor);
            if (named.isPresent() && isPaidFor) {
                continue;
            }
            List<Proposal> advice = proposals.of(advisor, new Brief(cycle, job, known));
            FailPoints.hit(FailPoint.ADVICE_RECEIVED);
            boolean isNew = enterAll(job, measured, identity, advice, known);
            isPaidFor = isPaidFor || (named.isPresent() && isNew);
        }
    }

    /** Returns whether any of them is new. */
    private boolean enterAll(
            JobSpec job, Measurements measured, Identity identity, List<Proposal> advice, Diagnosis known) {
        Map<Fingerprint, String> entered = new HashMap<>();
        List<Entry> repeated = new ArrayList<>();
        for (Proposal proposal : advice) {
            Hypothesis hypothesis = identity.of(proposal, known);
            Reopening.Answer answer = reopening.judge(job, measured, identity, proposal, hypothesis);
            if (answer.isProposed()) {
                enter(job, measured, hypothesis, answer.reopens(), proposal.rationale());
                entered.put(hypothesis.fingerprint(), hypothesis.id());
            } else if (!Patches.isVouchedFor(hypothesis)) {
                repeated(hypothesis, entered).ifPresent(repeated::add);
            }
        }
        if (!entered.isEmpty() && !repeated.isEmpty()) {
            cycle.commit(repeated);
        }
        return !entered.isEmpty();
    }

    /** Returns what is kept of a patch that was offered twice at once, or again after it was refuted. */
    private Optional<Entry> repeated(Hypothesis hypothesis, Map<Fingerprint, String> entered) {
        Optional<String> twice = Optional.ofNullable(entered.get(hypothesis.fingerprint()));
        return twice.or(() -> cycle.view().standings(hypothesis.fingerprint()).stream()
                        .filter(standing -> standing.state() == HypothesisState.REFUTED)
                        .map(Standing::id)
                        .findFirst())
                .map(id -> new Entry.Sifted(
                        id,
                        Stage.CHECK,
                        Optional.of((twice.isPresent() ? "offered twice: '" : "refuted before: '") + hypothesis.title()
                                + "'"),
                        0));
    }

    void enter(
            JobSpec job,
            Measurements measured,
            Hypothesis hypothesis,
            Optional<String> reopens,
            Optional<Rationale> rationale) {
        Screens.Result screened = screens.judge(job, measured, hypothesis);
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
