package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.TracedWin;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.WholeRuns;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.ledger.view.TrackRecord;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.core.refute.PanelResult;
import dev.amdahl.spi.experiment.AnalysisConduct;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.MetricSpec;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lets the panel attack every claimed win. One that it cannot judge by the pairs there are gets those that it asks for, a few times; what it
 * cannot judge then either is inconclusive, for only a fact about the change refutes it.
 */
public final class Refute {
    private static final Optional<Decision> WIN = Optional.of(Decision.WIN);

    private final Cycle cycle;

    /** Examines in one cycle. */
    public Refute(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Examines each claim; votes and their consequence are one transaction. */
    public void run() {
        for (Dossier dossier : cycle.inState(HypothesisState.CONFIRMING, HypothesisState.NEEDS_RERUN)) {
            if (dossier.comparison().flatMap(Comparison::decision).equals(WIN)) {
                cycle.isolated(dossier, () -> examine(dossier));
            }
        }
    }

    /** Returns whether a claim has the pairs that the panel asked for, and what its arms disagreed in was repeated. */
    private static boolean isReady(Dossier dossier, Trials trials) {
        return trials.disputes().stream().noneMatch(dispute -> dispute.cause() == Dispute.Cause.OPEN)
                && (dossier.state() != HypothesisState.NEEDS_RERUN || trials.pairs() >= asked(dossier));
    }

    private static int asked(Dossier dossier) {
        return dossier.experiment()
                .flatMap(Experiment::rerun)
                .map(Experiment.Rerun::pairs)
                .orElse(0);
    }

    private static Optional<Entry> asked(Dossier dossier, PanelResult result) {
        Experiment experiment = dossier.experiment().orElseThrow();
        ExperimentPlan plan = experiment.plan();
        int round = experiment.rerun().map(Experiment.Rerun::round).orElse(0);
        OptionalInt target = result.target(round, plan.firstCap() + plan.confirmationCap());
        return target.isEmpty()
                ? Optional.empty()
                : Optional.of(new Entry.RerunAsked(
                        dossier.id(),
                        target.getAsInt(),
                        result.reason() + "; " + (target.getAsInt() - result.pairs()) + " more are run"));
    }

    private void examine(Dossier dossier) {
        Trials trials = Trials.of(cycle.view(), dossier);
        if (!isReady(dossier, trials) || !isUpheldByWholeRuns(dossier)) {
            return;
        }
        boolean isPlanted = dossier.hypothesis().isPlanted();
        List<Refuter> others = isPlanted
                ? List.of()
                : cycle.setup().refuters().stream()
                        .map(refuter ->
                                MutedRefuter.wrapIfMuted(refuter, cycle.view().totals()))
                        .toList();
        PanelResult result = Panel.with(others).examine(claim(dossier));
        Entry votes = new Entry.Voted(dossier.id(), result.votes());
        FailPoints.hit(FailPoint.PANEL_VOTED);
        String measured = VerdictText.result(dossier.comparison().orElseThrow());
        cycle.commit(
                votes,
                switch (result.outcome()) {
                    case SURVIVES ->
                        isPlanted
                                ? new Entry.Decided(
                                        cycle.verdict(dossier, HypothesisState.FOUND, measured, result.reason()))
                                : new Entry.Moved(dossier.id(), HypothesisState.SURVIVED, result.reason());
                    case REFUTED ->
                        new Entry.Decided(cycle.verdict(dossier, HypothesisState.REFUTED, measured, result.reason()));
                    case UNSETTLED ->
                        asked(dossier, result)
                                .orElseGet(() -> new Entry.Decided(cycle.verdict(
                                        dossier,
                                        HypothesisState.INCONCLUSIVE,
                                        measured,
                                        result.reason() + "; no more pairs may be run for it")));
                });
    }

    /** Returns whether whole runs agree with what short ones showed; a claim that they contradict ends here. */
    private boolean isUpheldByWholeRuns(Dossier dossier) {
        Optional<WholeRuns> check = dossier.state() == HypothesisState.NEEDS_RERUN
                ? Optional.empty()
                : WholeRuns.of(cycle.view(), dossier, cycle.job(dossier).flatMap(JobSpec::deadline));
        if (check.isEmpty()) {
            return true;
        }
        String measured = VerdictText.result(dossier.comparison().orElseThrow());
        Optional<String> refuted = check.get().refuted();
        Optional<String> contradiction = check.get().contradiction();
        if (refuted.isPresent()) {
            cycle.decide(dossier, HypothesisState.REFUTED, measured, refuted.get());
        } else if (contradiction.isPresent()) {
            cycle.decide(dossier, HypothesisState.NOT_REPLICATED, measured, contradiction.get());
        }
        return refuted.isEmpty() && contradiction.isEmpty() && check.get().isSettled();
    }

    /** Returns what refuters see of a claimed win. */
    private Evidence claim(Dossier dossier) {
        Hypothesis hypothesis = dossier.hypothesis();
        ExperimentPlan plan = dossier.experiment().orElseThrow().plan();
        Trials collected = Trials.of(cycle.view(), dossier);
        List<Trial> trials = collected.undisputed();
        Optional<Family> family = cycle.view().family(hypothesis.family());
        Optional<Diagnosis> diagnosis = family.flatMap(Family::diagnosis);
        boolean isOfTime = !hypothesis.isPlanted() && !plan.metric().equals(MetricSpec.ACCELERATOR_JOULES);
        boolean wall = plan.metric().equals(MetricSpec.WALL_SECONDS);
        List<Run> runs = cycle.view().runsOf(dossier.id());
        boolean reproducible = family.flatMap(Family::outputReproducible).orElse(true);
        boolean anyOutput =
                trials.stream().anyMatch(trial -> !trial.baseline().digests().isEmpty());
        return new Evidence(
                hypothesis,
                plan,
                dossier.comparison().orElseThrow(),
                trials,
                cycle.job(dossier)
                        .map(job -> Measurements.of(cycle, job)
                                .unchanged(plan.outputs(), plan.sampled().design()))
                        .orElse(List.of()),
                (int) runs.stream()
                        .filter(run -> !run.plan().purpose().isTraced())
                        .filter(run -> run.state() != RunState.COLLECTED || Trials.isVoid(run))
                        .count(),
                Disclosure.of(cycle.view(), dossier).exclusions(),
                Dispute.wavering(collected.disputes()),
                isOfTime ? share(diagnosis, removable(hypothesis), wall) : OptionalDouble.empty(),
                isOfTime ? share(diagnosis, hypothesis.addressed(), wall) : OptionalDouble.empty(),
                isOfTime ? TracedWin.addressedShare(cycle.view(), dossier) : OptionalDouble.empty(),
                diagnosis.map(found -> found.evidence().size()).orElse(0),
                supplied(trials, plan.sampled().design()),
                reproducible
                        && anyOutput
                        && !plan.outputs().isEmpty()
                        && plan.sampled().design() != Design.WINDOWS
                        && plan.sampled().design() != Design.FIELD,
                trials.stream().anyMatch(trial -> trial.baseline().workUnits().isPresent()),
                conduct(trials, plan.metric()),
                dossier.experiment().orElseThrow().seed(),
                cycle.calls());
    }

    /** Looked at after every trial, on evidence that allows it; each collected trial ran both arms. */
    private static AnalysisConduct conduct(List<Trial> trials, MetricSpec metric) {
        int blocks = (int) trials.stream().filter(trial -> !trial.isWarmUp()).count();
        return AnalysisConduct.UNKNOWN
                .looks(blocks, true)
                .metrics(List.of(metric.name()), true)
                .assigned(blocks, blocks);
    }

    /** Everything but productive work, and what the hypothesis addresses. */
    private static Set<Bottleneck> removable(Hypothesis hypothesis) {
        Set<Bottleneck> classes = EnumSet.allOf(Bottleneck.class);
        classes.removeIf(one -> switch (one.kind()) {
            case WORK -> true;
            case RELABEL -> !hypothesis.addressed().contains(one);
            case ACCOUNT, FINDING, UNKNOWN -> false;
        });
        return classes;
    }

    private static OptionalDouble share(Optional<Diagnosis> diagnosis, Set<Bottleneck> classes, boolean wall) {
        if (diagnosis.isEmpty() || !Ceilings.areTold(diagnosis.get())) {
            return OptionalDouble.empty();
        }
        return wall ? diagnosis.get().wallShare(classes) : diagnosis.get().acceleratorShare(classes);
    }

    /** Returns the load of every run but a host's own; anything else only where this host and job have shown it at least once. */
    private static Set<Covariate> supplied(List<Trial> trials, Design design) {
        Set<Covariate> supplied = new HashSet<>();
        if (design != Design.FIELD) {
            supplied.add(Covariate.LOAD_1M);
        }
        trials.stream()
                .flatMap(trial -> Stream.of(trial.baseline(), trial.variant()))
                .forEach(arm -> supplied.addAll(arm.covariates().keySet()));
        return Set.copyOf(supplied);
    }

    /** An adviser that refuted too many claims that turned out right: it is not asked, and the record says why. */
    record MutedRefuter(String name, TrackRecord record) implements Refuter {

        /** Returns the refuter, or this in its place. */
        static Refuter wrapIfMuted(Refuter refuter, Totals totals) {
            TrackRecord record = totals.refuter(refuter.name());
            return refuter.isAdvisory() && record.isMuted() ? new MutedRefuter(refuter.name(), record) : refuter;
        }

        @Override
        public Vote examine(Evidence evidence) {
            return new Vote(
                    name,
                    Vote.Ballot.ABSTAINS,
                    false,
                    "not asked: " + record.rightRefutations() + " of its " + record.refutations()
                            + " refutations were right",
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    List.of());
        }

        @Override
        public boolean isAdvisory() {
            return true;
        }
    }
}
