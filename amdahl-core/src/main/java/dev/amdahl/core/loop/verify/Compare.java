package dev.amdahl.core.loop.verify;

import dev.amdahl.core.crash.FailPoint;
import dev.amdahl.core.crash.FailPoints;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.loop.Cycle;
import dev.amdahl.core.loop.LastWords;
import dev.amdahl.core.loop.Trials;
import dev.amdahl.core.loop.Words;
import dev.amdahl.core.observe.LogContext;
import dev.amdahl.core.refute.work.CheapChecks;
import dev.amdahl.core.stats.design.Assessment;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Looks at each experiment after each trial and moves it on: paired, sequential, cheap checks before statistics. Stateless. */
public final class Compare {
    private static final int EARLY = 4;
    private static final int FAILURES = 2;
    private static final double FAILURE_SHARE = .2;

    /** Compares every experiment that has a new trial. */
    public void run(Cycle cycle) {
        for (Dossier dossier : cycle.inState(HypothesisState.TESTING, HypothesisState.CONFIRMING)) {
            Trials trials = Trials.of(cycle.view(), dossier);
            if (!trials.all().isEmpty() && !isClaimed(dossier)) {
                LogContext.with(LogContext.HYPOTHESIS, dossier.id(), () -> compare(cycle, dossier, trials));
            }
        }
    }

    private static boolean isClaimed(Dossier dossier) {
        return dossier.comparison().flatMap(Comparison::decision).isPresent();
    }

    private static void compare(Cycle cycle, Dossier dossier, Trials trials) {
        Optional<String> mismatch = CheapChecks.examine(trials.all());
        if (mismatch.isPresent()) {
            refuteAtOnce(cycle, dossier, mismatch.get() + lastWords(trials.all()));
            return;
        }
        Optional<String> failure = failure(trials.all());
        if (failure.isPresent()) {
            cycle.decide(dossier, HypothesisState.RUN_FAILED, "not measured", failure.get());
            return;
        }
        Experiment experiment = dossier.experiment().orElseThrow();
        double[] first = trials.logRatios(1);
        double[] confirmation = trials.confirmation();
        int pairs = first.length + confirmation.length;
        if (pairs == 0 || dossier.comparison().map(Comparison::pairs).orElse(-1) == pairs) {
            return;
        }
        SequentialDesign design = new SequentialDesign(
                cycle.policy().evidence(),
                experiment.plan().sigma(),
                experiment.plan().bar());
        move(cycle, dossier, design.assess(first, confirmation, trials.medians()), pairs);
    }

    private static String lastWords(List<Trial> trials) {
        return trials.stream()
                .filter(trial ->
                        trial.baseline().isSuccess() && !trial.variant().isSuccess())
                .map(trial -> LastWords.of(trial.variant()))
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static void refuteAtOnce(Cycle cycle, Dossier dossier, String reason) {
        Vote fact = new Vote(
                "facts:cheap-checks",
                Vote.Ballot.REFUTES,
                true,
                reason,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of());
        cycle.commit(
                new Entry.Voted(dossier.id(), List.of(fact)),
                new Entry.Decided(cycle.verdict(dossier, HypothesisState.REFUTED, "no fair comparison", reason)));
    }

    private static void move(Cycle cycle, Dossier dossier, Assessment assessment, int pairs) {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Compared(dossier.id(), comparison(assessment, pairs)));
        switch (assessment.status()) {
            case CONTINUE, WIN -> {}
            case FIRST_SET_PASSED -> {
                if (dossier.state() == HypothesisState.TESTING) {
                    int set = dossier.experiment().orElseThrow().set() + 1;
                    entries.add(new Entry.SetOpened(
                            dossier.id(),
                            set,
                            assessment.requiredConfirmation(),
                            dossier.experiment().orElseThrow().incumbent()));
                    entries.add(new Entry.Moved(dossier.id(), HypothesisState.CONFIRMING, assessment.reason()));
                }
            }
            default ->
                entries.add(new Entry.Decided(cycle.verdict(
                        dossier,
                        Words.state(assessment.status()),
                        Words.result(comparison(assessment, pairs)),
                        assessment.reason())));
        }
        FailPoints.hit(FailPoint.V4);
        cycle.commit(entries);
        FailPoints.hit(FailPoint.V5);
    }

    private static Comparison comparison(Assessment assessment, int pairs) {
        return new Comparison(
                pairs,
                assessment.evidence().first(),
                assessment.evidence().confirmation(),
                assessment.effect().isPresent()
                        ? OptionalDouble.of(Math.exp(assessment.effect().get().shrunk()))
                        : OptionalDouble.empty(),
                bound(assessment, true),
                bound(assessment, false),
                decision(assessment.status()),
                assessment.reason());
    }

    private static OptionalDouble bound(Assessment assessment, boolean lower) {
        if (assessment.effect().isEmpty()) {
            return OptionalDouble.empty();
        }
        double log = lower
                ? assessment.effect().get().interval().lower()
                : assessment.effect().get().interval().upper();
        return Double.isInfinite(log) ? OptionalDouble.empty() : OptionalDouble.of(Math.exp(log));
    }

    private static Optional<Decision> decision(Assessment.Status status) {
        return switch (status) {
            case CONTINUE, FIRST_SET_PASSED -> Optional.empty();
            case WIN -> Optional.of(Decision.WIN);
            case LOSS -> Optional.of(Decision.LOSS);
            case FUTILE -> Optional.of(Decision.EQUIVALENT);
            case CAP_REACHED, NOT_REPLICATED -> Optional.of(Decision.INCONCLUSIVE);
            case INSUFFICIENT -> Optional.of(Decision.INSUFFICIENT);
        };
    }

    /** Why the commands cannot be compared at all: the unchanged job fails, or nothing is measured. */
    private static Optional<String> failure(List<Trial> trials) {
        List<Trial> failed =
                trials.stream().filter(trial -> !trial.baseline().isSuccess()).toList();
        boolean often =
                failed.size() >= FAILURES && (trials.size() <= EARLY || failed.size() > FAILURE_SHARE * trials.size());
        if (often) {
            return Optional.of("the unchanged job fails in " + failed.size() + " of " + trials.size() + " trials: "
                    + Words.end(failed.get(0).baseline()));
        }
        long unmeasured = trials.stream()
                .filter(trial -> trial.logRatio().isEmpty())
                .filter(trial -> trial.baseline().isSuccess() && trial.variant().isSuccess())
                .count();
        return unmeasured >= FAILURES && unmeasured > FAILURE_SHARE * trials.size()
                ? Optional.of("the metric is not measured in " + unmeasured + " of " + trials.size()
                        + " trials although both arms end well; check where the job reports it")
                : Optional.empty();
    }
}
