package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cancel;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.StderrTail;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.Twin;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.dispatch.Smoke;
import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.core.stats.design.Assessment;
import dev.amdahl.core.stats.design.Estimate;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.FirstSet;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Looks at each experiment after each trial and moves it on: paired, sequential, cheap checks before statistics. */
public final class Compare {
    private static final int MIN_UNMEASURED = 2;
    /** A larger share of trials without a figure, shown at this level, is no accident. */
    private static final double MAX_SHARE = .2;

    private static final double LEVEL = .05;
    private static final int MIN_LATE = 3;

    private final Cycle cycle;

    /** Compares in one cycle. */
    public Compare(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Compares every experiment that has a new trial. */
    public void run() {
        for (Dossier dossier :
                cycle.inState(HypothesisState.TESTING, HypothesisState.CONFIRMING, HypothesisState.NEEDS_RERUN)) {
            boolean isWaiting = dossier.state() == HypothesisState.NEEDS_RERUN;
            if (!isEndedByTwin(dossier) && (isWaiting || !isClaimed(dossier))) {
                cycle.isolated(dossier, () -> compareOrEnd(dossier));
            }
        }
    }

    /** Returns whether the change may be tried in no scheduled run. */
    private boolean isEndedByTwin(Dossier dossier) {
        Optional<String> refuted = cycle.job(dossier)
                .flatMap(job -> Twin.of(job, cycle.view(), dossier))
                .flatMap(Twin::refuted);
        refuted.ifPresent(reason -> cycle.isolated(dossier, () -> refuteAtOnce(dossier, reason)));
        return refuted.isPresent();
    }

    private static boolean isClaimed(Dossier dossier) {
        return dossier.comparison().flatMap(Comparison::decision).isPresent();
    }

    /** What cannot be judged now cannot be judged in the next cycle either, and would go on being submitted: it ends, as a fault of this one. */
    private void compareOrEnd(Dossier dossier) {
        try {
            compare(dossier);
        } catch (AmdahlException notNow) {
            throw notNow;
        } catch (RuntimeException unjudgeable) {
            cycle.decide(
                    dossier,
                    HypothesisState.INCONCLUSIVE,
                    VerdictText.measured(dossier),
                    "its trials cannot be judged: " + unjudgeable.getMessage());
            throw unjudgeable;
        }
    }

    private void compare(Dossier dossier) {
        Trials trials = Trials.of(cycle.view(), dossier);
        if (trials.all().isEmpty() || isEndedByFacts(dossier, trials) || isLeftAtSmoke(dossier, trials)) {
            return;
        }
        double[] first = trials.logRatios(1);
        double[] confirmation = trials.confirmation();
        Optional<FirstSet> passed = dossier.experiment().orElseThrow().passed();
        int pairs = passed.map(FirstSet::trials).orElse(first.length) + confirmation.length;
        boolean isKnown = dossier.comparison().map(Comparison::pairs).orElse(-1) == pairs;
        if (pairs == 0 || isKnown || isClaimed(dossier)) {
            return;
        }
        Assessment assessment;
        try {
            assessment =
                    design(dossier.experiment().orElseThrow()).assess(first, passed, confirmation, trials.medians());
        } catch (IllegalArgumentException unjudgeable) {
            cycle.decide(
                    dossier,
                    HypothesisState.INCONCLUSIVE,
                    VerdictText.measured(dossier),
                    "its trials cannot be judged: " + unjudgeable.getMessage());
            return;
        }
        Comparison comparison = comparison(assessment, trials.medians());
        Optional<String> harm =
                dossier.experiment().orElseThrow().plan().sampled().design() == Design.FIELD
                        ? Harm.of(
                                confirmation.length > 0 ? confirmation : first,
                                dossier.experiment().orElseThrow().plan().sigma(),
                                assessment.evidence().loss())
                        : Optional.empty();
        if (harm.isPresent()) {
            withdraw(dossier, comparison, harm.get());
        } else {
            move(dossier, assessment, comparison, trials);
        }
    }

    /** Returns the rule as it was when the design was fixed; what an earlier version did not record is the present policy's. */
    private SequentialDesign design(Experiment experiment) {
        ExperimentPlan plan = experiment.plan();
        EvidencePolicy policy = experiment
                .policy()
                .orElseGet(() -> cycle.policy()
                        .evidence()
                        .withCaps(plan.firstCap(), plan.confirmationCap())
                        .withMinimumEffect(plan.minimumEffect()));
        return new SequentialDesign(policy, plan.sigma(), plan.bar());
    }

    /** Returns whether what needs no statistics ends it, or must be repeated before anything else is concluded. */
    private boolean isEndedByFacts(Dossier dossier, Trials trials) {
        Optional<String> program = trials.changedProgram();
        if (program.isPresent()) {
            cycle.decide(dossier, HypothesisState.EXPIRED, VerdictText.measured(dossier), program.get());
            return true;
        }
        Optional<String> late =
                cycle.job(dossier).flatMap(JobSpec::deadline).flatMap(limit -> late(trials.all(), limit));
        if (late.isPresent()) {
            refuteAtOnce(dossier, late.get());
            return true;
        }
        CheapChecks.Answer facts = CheapChecks.examine(trials.all(), trials.disputes(), unchanged(dossier));
        if (facts.refuted().isPresent()) {
            refuteAtOnce(dossier, facts.refuted().get() + lastWords(trials.all()));
            return true;
        }
        if (facts.unstable().isPresent()) {
            cycle.decide(
                    dossier,
                    HypothesisState.INCONCLUSIVE,
                    VerdictText.measured(dossier),
                    facts.unstable().get());
            return true;
        }
        Optional<String> failure = facts.failing()
                .map(reason -> reason + ": " + VerdictText.end(firstFailed(trials.all())))
                .or(() -> unmeasured(trials.all()));
        failure.ifPresent(reason -> cycle.decide(dossier, HypothesisState.RUN_FAILED, "not measured", reason));
        return failure.isPresent() || facts.open().isPresent();
    }

    private List<Trial> unchanged(Dossier dossier) {
        Design design = dossier.experiment().orElseThrow().plan().sampled().design();
        return cycle.job(dossier)
                .map(job -> Measurements.of(cycle, job).unchanged(job.outputs(), design))
                .orElse(List.of());
    }

    /** Returns whether a patch that nobody answers for is not worth a pair, by the trial that warmed up. */
    private boolean isLeftAtSmoke(Dossier dossier, Trials trials) {
        double sigma = dossier.experiment().orElseThrow().plan().sigma();
        Optional<Smoke.Left> left = Smoke.left(dossier, trials.all(), unchanged(dossier), sigma);
        left.ifPresent(why -> {
            List<Entry> entries = new ArrayList<>(Smoke.entries(dossier, trials.all(), left));
            if (why.isFact()) {
                refuteAtOnce(dossier, why.reason(), entries);
            } else {
                entries.add(new Entry.Decided(
                        cycle.verdict(dossier, HypothesisState.INCONCLUSIVE, "not measured", why.reason())));
                cycle.commit(entries);
            }
        });
        return left.isPresent();
    }

    /** Returns why the change takes too long: most of its runs, of {@value #MIN_LATE} or more, end after the deadline. */
    private static Optional<String> late(List<Trial> trials, Duration deadline) {
        double limit = deadline.toMillis() / 1000.0;
        double[] seconds = trials.stream()
                .map(Trial::variant)
                .filter(ArmResult::isSuccess)
                .flatMapToDouble(arm -> arm.wallSeconds().stream())
                .sorted()
                .toArray();
        double median = seconds.length < MIN_LATE ? 0 : seconds[seconds.length / 2];
        return median > limit
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "a run with it takes %.4g s, longer than the job's deadline of %.4g s",
                        median,
                        limit))
                : Optional.empty();
    }

    private static String lastWords(List<Trial> trials) {
        return trials.stream()
                .filter(trial ->
                        trial.baseline().isSuccess() && !trial.variant().isSuccess())
                .map(trial -> StderrTail.of(trial.variant()))
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse("");
    }

    private void refuteAtOnce(Dossier dossier, String reason) {
        refuteAtOnce(dossier, reason, List.of());
    }

    private void refuteAtOnce(Dossier dossier, String reason, List<Entry> before) {
        Vote fact = new Vote(
                "facts:cheap-checks",
                Vote.Ballot.REFUTES,
                true,
                reason,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of());
        List<Entry> entries = new ArrayList<>(before);
        entries.add(new Entry.Voted(dossier.id(), List.of(fact)));
        entries.add(new Entry.Decided(cycle.verdict(dossier, HypothesisState.REFUTED, "no fair comparison", reason)));
        cycle.commit(entries);
    }

    /** Takes a change that seems to harm out of scheduled runs at once, on less than would make it a claim. */
    private void withdraw(Dossier dossier, Comparison comparison, String harm) {
        new Cancel(cycle)
                .commit(
                        dossier.id(),
                        harm,
                        new Entry.Compared(dossier.id(), comparison),
                        new Entry.Decided(cycle.verdict(
                                dossier, HypothesisState.REGRESSION, VerdictText.result(comparison), harm)));
    }

    private void move(Dossier dossier, Assessment assessment, Comparison comparison, Trials trials) {
        List<Entry> entries = new ArrayList<>();
        if (dossier.comparison().isEmpty()) {
            entries.addAll(Smoke.entries(dossier, trials.all(), Optional.empty()));
        }
        entries.add(new Entry.Compared(dossier.id(), comparison));
        switch (assessment.status()) {
            case CONTINUE, WIN -> {}
            case FIRST_SET_PASSED -> {
                if (dossier.state() == HypothesisState.TESTING) {
                    int set = dossier.experiment().orElseThrow().set() + 1;
                    entries.add(new Entry.SetOpened(
                            dossier.id(),
                            set,
                            assessment.requiredConfirmation(),
                            dossier.experiment().orElseThrow().incumbent(),
                            Optional.of(new FirstSet(
                                    assessment.firstTrials(),
                                    assessment.evidence().first()))));
                    entries.add(new Entry.Moved(dossier.id(), HypothesisState.CONFIRMING, assessment.reason()));
                }
            }
            default ->
                entries.add(new Entry.Decided(cycle.verdict(
                        dossier,
                        VerdictText.state(assessment.status()),
                        VerdictText.result(comparison),
                        comparison.reason())));
        }
        FailPoints.hit(FailPoint.COMPARED);
        cycle.commit(entries);
        FailPoints.hit(FailPoint.COMPARISON_COMMITTED);
    }

    /** Without an interval there is no estimate either, as a few pairs say nothing of the size; of a loss, how long its arms took. */
    private static Comparison comparison(Assessment assessment, ArmMedians medians) {
        boolean isLoss = assessment.status() == Assessment.Status.LOSS;
        Optional<Estimate> bounded =
                assessment.effect().filter(found -> found.interval().isBounded());
        return new Comparison(
                assessment.firstTrials() + assessment.confirmationTrials(),
                isLoss ? assessment.evidence().loss() : assessment.evidence().first(),
                isLoss ? 1 : assessment.evidence().confirmation(),
                ratio(bounded.map(Estimate::shrunk)),
                ratio(bounded.map(found -> found.interval().lower())),
                ratio(bounded.map(found -> found.interval().upper())),
                decision(assessment.status()),
                assessment.reason() + (isLoss && bounded.isEmpty() ? "; " + medians : ""));
    }

    private static OptionalDouble ratio(Optional<Double> log) {
        return log.map(value -> OptionalDouble.of(Math.exp(value))).orElse(OptionalDouble.empty());
    }

    private static Optional<Decision> decision(Assessment.Status status) {
        return switch (status) {
            case CONTINUE, FIRST_SET_PASSED -> Optional.empty();
            case WIN -> Optional.of(Decision.WIN);
            case LOSS -> Optional.of(Decision.LOSS);
            case EQUIVALENT -> Optional.of(Decision.EQUIVALENT);
            case NOT_SEEN -> Optional.of(Decision.NOT_SEEN);
            case CAP_REACHED, NOT_REPLICATED -> Optional.of(Decision.INCONCLUSIVE);
            case INSUFFICIENT -> Optional.of(Decision.INSUFFICIENT);
        };
    }

    private static ArmResult firstFailed(List<Trial> trials) {
        return trials.stream()
                .map(Trial::baseline)
                .filter(arm -> !arm.isSuccess())
                .findFirst()
                .orElseThrow();
    }

    private static String note(List<Trial> trials) {
        return trials.stream()
                .flatMap(trial -> Stream.of(trial.baseline(), trial.variant()))
                .flatMap(arm -> arm.notes().stream())
                .filter(note -> note.contains("not measured"))
                .findFirst()
                .map(note -> ": " + note)
                .orElse("");
    }

    /** Returns why nothing can be compared although the arms end well. */
    private static Optional<String> unmeasured(List<Trial> trials) {
        int unmeasured = (int) trials.stream()
                .filter(trial -> trial.logRatio().isEmpty())
                .filter(trial -> trial.baseline().isSuccess() && trial.variant().isSuccess())
                .count();
        return unmeasured >= MIN_UNMEASURED && Binomial.atLeast(unmeasured, trials.size(), MAX_SHARE) < LEVEL
                ? Optional.of("the metric is not measured in " + unmeasured + " of " + trials.size()
                        + " trials although both arms end well; check where the job reports it"
                        + note(trials))
                : Optional.empty();
    }
}
