package dev.amdahl.core.internal.ledger.state;

import static dev.amdahl.core.internal.ledger.state.HypothesisRules.require;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Entry.ArmsFixed;
import dev.amdahl.core.ledger.entry.Entry.Designed;
import dev.amdahl.core.ledger.entry.Entry.EvidenceKept;
import dev.amdahl.core.ledger.entry.Entry.RerunAsked;
import dev.amdahl.core.ledger.entry.Entry.RunCollected;
import dev.amdahl.core.ledger.entry.Entry.RunEnded;
import dev.amdahl.core.ledger.entry.Entry.RunIntended;
import dev.amdahl.core.ledger.entry.Entry.RunMissed;
import dev.amdahl.core.ledger.entry.Entry.RunRepeated;
import dev.amdahl.core.ledger.entry.Entry.RunSeen;
import dev.amdahl.core.ledger.entry.Entry.RunSubmitted;
import dev.amdahl.core.ledger.entry.Entry.RunWaits;
import dev.amdahl.core.ledger.entry.Entry.SetOpened;
import dev.amdahl.core.ledger.entry.EvidenceRole;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.evidence.StoredArtifact;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What entries about experiments, submissions and costs change. */
final class ExperimentRules {
    private static final double MAX_SECONDS = 1e12;
    private static final Set<String> OF_HYPOTHESES = Set.of(EvidenceRole.PATCH, EvidenceRole.BUILD_LOG);
    private static final Set<RunState> WITHOUT_RESULT =
            EnumSet.of(RunState.INFRA_FAILED, RunState.LOST, RunState.UNKNOWN_SUBMISSION, RunState.CANCELLED);

    private ExperimentRules() {}

    static void designed(StateBuilder draft, Designed entry) {
        Dossier dossier = HypothesisRules.open(draft, entry, entry.hypothesis());
        require(!draft.hasRuns(entry.hypothesis()), entry, "a design is fixed once its first trial is intended");
        Experiment experiment = new Experiment(
                entry.hypothesis(),
                entry.plan(),
                entry.testNumber(),
                entry.seed(),
                1,
                0,
                entry.incumbent(),
                entry.baselineDirectory(),
                entry.variantDirectory(),
                entry.policy(),
                Optional.empty(),
                Optional.empty());
        draft.put(HypothesisRules.with(dossier)
                .experiment(experiment)
                .designedAt(draft.seq())
                .build());
    }

    static void setOpened(StateBuilder draft, SetOpened entry) {
        Dossier dossier = HypothesisRules.open(draft, entry, entry.hypothesis());
        Experiment now = experiment(entry, dossier);
        require(entry.set() > now.set(), entry, "set " + entry.set() + " does not follow set " + now.set());
        require(entry.trials() > 0, entry, "a set needs trials, was " + entry.trials());
        Experiment next = new Experiment(
                now.hypothesis(),
                now.plan(),
                now.testNumber(),
                now.seed(),
                entry.set(),
                entry.trials(),
                entry.incumbent(),
                entry.baselineDirectory().or(now::baselineDirectory),
                entry.variantDirectory().or(now::variantDirectory),
                now.policy(),
                entry.passed().or(now::passed),
                Optional.empty());
        draft.put(HypothesisRules.with(dossier).experiment(next).undecided().build());
    }

    static void rerunAsked(StateBuilder draft, RerunAsked entry) {
        Dossier dossier = HypothesisRules.open(draft, entry, entry.hypothesis());
        Experiment now = experiment(entry, dossier);
        int pairs = dossier.comparison().map(Comparison::pairs).orElse(0);
        require(entry.pairs() > 0, entry, "a panel that asks for no pairs can judge");
        int first = now.rerun().map(Experiment.Rerun::first).orElse(pairs);
        int round = now.rerun().map(Experiment.Rerun::round).orElse(0) + 1;
        Experiment next = new Experiment(
                now.hypothesis(),
                now.plan(),
                now.testNumber(),
                now.seed(),
                now.set(),
                now.confirmationTrials(),
                now.incumbent(),
                now.baselineDirectory(),
                now.variantDirectory(),
                now.policy(),
                now.passed(),
                Optional.of(new Experiment.Rerun(round, first, entry.pairs())));
        if (dossier.state() == HypothesisState.NEEDS_RERUN) {
            draft.put(HypothesisRules.with(dossier)
                    .experiment(next)
                    .state(HypothesisState.NEEDS_RERUN, entry.reason(), draft.at())
                    .build());
        } else {
            draft.put(HypothesisRules.with(dossier).experiment(next).build());
            HypothesisRules.move(
                    draft,
                    entry,
                    HypothesisRules.dossier(draft, entry, entry.hypothesis()),
                    HypothesisState.NEEDS_RERUN,
                    entry.reason());
        }
    }

    static void intended(StateBuilder draft, RunIntended entry) {
        RunPlan plan = entry.plan();
        require(draft.run(plan.key()).isEmpty(), entry, "the key is in the ledger already");
        FamilyRules.family(draft, entry, plan.family());
        require(
                plan.reservedSeconds() >= 0 && plan.reservedSeconds() < MAX_SECONDS,
                entry,
                "no run takes " + plan.reservedSeconds() + " accelerator-seconds");
        if (plan.purpose().isOfExperiment()) {
            Dossier dossier = HypothesisRules.dossier(draft, entry, plan.hypothesis());
            boolean isMeasured = plan.purpose() == RunPurpose.HELD_BACK
                    ? dossier.state() == HypothesisState.PROMOTED
                    : dossier.state().isInExperiment();
            require(isMeasured, entry, "hypothesis is " + dossier.state() + ", not under test");
            experiment(entry, dossier);
        }
        BudgetRules.reserve(draft, plan.key(), plan.key(), plan.reserved());
        draft.put(new Run(plan, RunState.INTENDED, Optional.empty(), Optional.empty(), "", draft.at()));
    }

    static void armsFixed(StateBuilder draft, ArmsFixed entry) {
        Run run = run(draft, entry, entry.key());
        require(run.state() == RunState.INTENDED, entry, "is " + run.state() + ", not intended");
        require(!entry.manifests().isEmpty(), entry, "no arms");
    }

    static void missed(StateBuilder draft, RunMissed entry) {
        Run run = run(draft, entry, entry.key());
        if (run.state() == RunState.SUBMITTED) {
            require(run.missedSince().isEmpty(), entry, "is missed already");
            draft.put(run.missedAt(draft.at()));
            return;
        }
        require(run.state() == RunState.INTENDED && !run.isMissed(), entry, "is " + run.state() + ", not intended");
        draft.put(new Run(run.plan(), RunState.INTENDED, Optional.empty(), Optional.empty(), Run.MISSED, draft.at()));
    }

    static void seen(StateBuilder draft, RunSeen entry) {
        Run run = run(draft, entry, entry.key());
        require(run.missedSince().isPresent(), entry, "is " + run.state() + ", not missed");
        draft.put(new Run(run.plan(), run.state(), run.worker(), Optional.empty(), "", run.intendedAt()));
    }

    static void repeated(StateBuilder draft, RunRepeated entry) {
        Run run = run(draft, entry, entry.key());
        require(run.state() == RunState.INTENDED, entry, "is " + run.state() + ", not intended");
        draft.put(new Run(run.plan(), RunState.INTENDED, Optional.empty(), Optional.empty(), "", draft.at()));
    }

    static void submitted(StateBuilder draft, RunSubmitted entry) {
        Run run = run(draft, entry, entry.key());
        require(run.state() == RunState.INTENDED, entry, "is " + run.state() + ", not intended");
        draft.put(new Run(
                run.plan(), RunState.SUBMITTED, Optional.of(entry.worker()), Optional.empty(), "", run.intendedAt()));
    }

    static void waits(StateBuilder draft, RunWaits entry) {
        Run run = run(draft, entry, entry.key());
        require(run.state() == RunState.SUBMITTED, entry, "is " + run.state() + ", not submitted");
        draft.put(new Run(
                run.plan(), RunState.SUBMITTED, run.worker(), Optional.empty(), entry.reason(), run.intendedAt()));
    }

    static void collected(StateBuilder draft, RunCollected entry) {
        Run run = run(draft, entry, entry.key());
        require(run.state() == RunState.SUBMITTED, entry, "is " + run.state() + ", not submitted");
        draft.put(new Run(
                run.plan(), RunState.COLLECTED, run.worker(), Optional.of(entry.result()), "", run.intendedAt()));
    }

    static void evidenceKept(StateBuilder draft, EvidenceKept entry) {
        require(StoredArtifact.isDigest(entry.digest()), entry, "'" + entry.digest() + "' is no SHA-256");
        require(entry.bytes() >= 0, entry, "no file has " + entry.bytes() + " bytes");
        if (OF_HYPOTHESES.contains(entry.role())) {
            HypothesisRules.dossier(draft, entry, entry.key());
        } else if (!CallRules.isCall(draft, entry)) {
            requireEnded(draft, entry);
        }
        draft.add(entry);
    }

    private static void requireEnded(StateBuilder draft, EvidenceKept entry) {
        Run run = run(draft, entry, entry.key());
        boolean isLate = entry.role().equals(EvidenceRole.LATE_RESULT);
        require(
                isLate ? WITHOUT_RESULT.contains(run.state()) : run.state() == RunState.COLLECTED,
                entry,
                "is " + run.state() + (isLate ? ", not given up" : ", not collected"));
    }

    static void ended(StateBuilder draft, RunEnded entry) {
        Run run = run(draft, entry, entry.key());
        require(WITHOUT_RESULT.contains(entry.state()), entry, entry.state() + " is no end without a result");
        require(run.state().isInFlight(), entry, "is " + run.state() + ", not in flight");
        draft.put(new Run(run.plan(), entry.state(), run.worker(), Optional.empty(), entry.note(), run.intendedAt()));
    }

    private static Experiment experiment(Entry entry, Dossier dossier) {
        return dossier.experiment().orElseThrow(() -> new IllegalMoveException(entry, "the experiment has no design"));
    }

    private static Run run(StateBuilder draft, Entry entry, String key) {
        return draft.run(key).orElseThrow(() -> new IllegalMoveException(entry, "was never intended"));
    }
}
