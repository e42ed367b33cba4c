package dev.amdahl.core.internal.loop;

import dev.amdahl.core.analysis.TraceAccount;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunResult.Saving;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A traced run with a change that is being confirmed, beside one of the unchanged job: which classes lose the time that the change saves.
 * It explains a win, and is no part of its measurement.
 */
public final class TracedWin {
    /** Two traced runs differ by chance too: a difference below so many standard deviations of a pair tells nothing. */
    private static final double MIN_DEVIATIONS = 3;

    /** A trace that shows less of the claimed effect was not of what was measured. */
    private static final double MIN_SHOWN = .5;

    private static final double MIN_WORTH_SAYING = .05;
    private static final int MAX_SAID = 4;

    private TracedWin() {}

    /**
     * Returns the run of the unchanged job that one is to be made beside: once for each experiment, where the job left a trace of the same
     * incumbent; empty if none is to be made.
     */
    public static Optional<Run> wanted(Cycle cycle, JobSpec job, Dossier dossier) {
        Design design = dossier.experiment().orElseThrow().plan().sampled().design();
        boolean isTold = !cycle.policy().isSingleComparison()
                && !dossier.hypothesis().isPlanted()
                && design != Design.WINDOWS
                && design != Design.FIELD
                && !Allocation.of(job, cycle.view(), dossier).isSeparate()
                && run(cycle.view(), dossier).isEmpty()
                && Measurements.of(cycle, job)
                        .diagnosis()
                        .filter(Ceilings::areTold)
                        .isPresent();
        return isTold ? baseline(cycle, job, dossier) : Optional.empty();
    }

    /**
     * Returns where a collected run saves time; empty if it is no such run, and, with a note where something is wrong, if that cannot be told:
     * whatever a profiler fails at, the result is kept and the experiment goes on.
     */
    public static Optional<Saving> saving(Cycle cycle, Run traced, List<ArmResult> arms) {
        if (traced.plan().purpose() != RunPurpose.TRACED || arms.isEmpty()) {
            return Optional.empty();
        }
        try {
            return saving(cycle, traced, arms.get(0));
        } catch (RuntimeException failed) {
            cycle.note("where " + traced.plan().hypothesis() + " saves time could not be told: " + failed);
            return Optional.empty();
        }
    }

    private static Optional<Saving> saving(Cycle cycle, Run traced, ArmResult arm) {
        Optional<JobSpec> job = cycle.setup().job(traced.plan().family());
        Optional<Run> baseline = cycle.view()
                .dossier(traced.plan().hypothesis())
                .flatMap(dossier -> job.flatMap(spec -> baseline(cycle, spec, dossier)));
        if (baseline.isEmpty() || !arm.isSuccess()) {
            return Optional.empty();
        }
        List<String> problems = new ArrayList<>();
        Optional<Timeline> before = timeline(cycle, job.orElseThrow(), baseline.get(), arm(baseline.get()), problems);
        Optional<Timeline> after = timeline(cycle, job.orElseThrow(), traced, arm, problems);
        problems.forEach(problem -> cycle.note("where " + traced.plan().hypothesis() + " saves time: " + problem));
        return before.isEmpty() || after.isEmpty()
                ? Optional.empty()
                : Optional.of(saving(TraceAccount.difference(before.get(), after.get(), TraceAccount.By.OPERATOR)));
    }

    private static Saving saving(TraceAccount.Difference difference) {
        boolean isPerStep =
                difference.before().steps() > 0 && difference.after().steps() > 0;
        double before = isPerStep ? difference.before().steps() : 1;
        double after = isPerStep ? difference.after().steps() : 1;
        Map<Bottleneck, double[]> sums = new EnumMap<>(Bottleneck.class);
        for (TraceAccount.Difference.Part part : difference.parts()) {
            double[] sum = sums.computeIfAbsent(part.bottleneck(), added -> new double[2]);
            sum[0] += part.before() / before;
            sum[1] += part.after() / after;
        }
        return new Saving(
                difference.before().wallSeconds() / before,
                difference.after().wallSeconds() / after,
                isPerStep,
                sums.entrySet().stream()
                        .map(sum -> new Saving.ClassSeconds(sum.getKey(), sum.getValue()[0], sum.getValue()[1]))
                        .toList());
    }

    /** Returns what a traced run said; empty if there is none, or it could not be told. */
    public static Optional<Saving> said(LedgerView view, Dossier dossier) {
        return run(view, dossier).flatMap(Run::result).flatMap(RunResult::saving);
    }

    /**
     * Returns the share of the saved time that the addressed classes lost; empty where traces do not show the claimed effect, or these
     * classes.
     */
    public static OptionalDouble addressedShare(LedgerView view, Dossier dossier) {
        Optional<Saving> said = said(view, dossier);
        OptionalDouble ratio =
                dossier.comparison().map(comparison -> comparison.ratio()).orElse(OptionalDouble.empty());
        if (said.isEmpty() || ratio.isEmpty()) {
            return OptionalDouble.empty();
        }
        Saving saving = said.get();
        ExperimentPlan plan = dossier.experiment().orElseThrow().plan();
        double claimed = Math.log(plan.sampled().whole(ratio.getAsDouble()));
        double shown = Math.log(saving.after() / saving.before());
        Set<Bottleneck> addressed = dossier.hypothesis().addressed();
        boolean isBusy = addressed.stream()
                .anyMatch(one -> one.kind() == Bottleneck.Kind.RELABEL || one.kind() == Bottleneck.Kind.FINDING);
        double held = 0;
        double lost = 0;
        for (Saving.ClassSeconds part : saving.classes()) {
            if (addressed.contains(part.bottleneck()) || (isBusy && part.bottleneck() == Bottleneck.PRODUCTIVE)) {
                held += part.before();
                lost += part.before() - part.after();
            }
        }
        boolean isShown = shown < 0 && shown <= MIN_SHOWN * claimed && -shown >= MIN_DEVIATIONS * plan.sigma();
        return isShown && held > 0
                ? OptionalDouble.of(lost / (saving.before() - saving.after()))
                : OptionalDouble.empty();
    }

    /** Returns what a traced run said, for people; empty if there is none. */
    public static Optional<String> sentence(LedgerView view, Dossier dossier) {
        return said(view, dossier).map(saving -> {
            List<String> parts = saving.classes().stream()
                    .filter(part -> Math.abs(part.after() - part.before())
                            >= MIN_WORTH_SAYING * Math.abs(saving.after() - saving.before()))
                    .sorted(Comparator.comparingDouble(part -> -Math.abs(part.after() - part.before())))
                    .limit(MAX_SAID)
                    .map(part -> String.format(
                            Locale.ROOT, "%s %+.3g s", part.bottleneck().label(), part.after() - part.before()))
                    .toList();
            return String.format(
                    Locale.ROOT,
                    "one traced run of each arm: %s takes %.3g s instead of %.3g s%s%s",
                    saving.isPerStep() ? "a step" : "the traced part",
                    saving.after(),
                    saving.before(),
                    parts.isEmpty() ? "" : ": ",
                    String.join(", ", parts));
        });
    }

    private static Optional<Run> run(LedgerView view, Dossier dossier) {
        return view.runsOf(dossier.id()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRACED)
                .findFirst();
    }

    /** Returns the newest evidence run with what the experiment's baseline runs with, which left files. */
    private static Optional<Run> baseline(Cycle cycle, JobSpec job, Dossier dossier) {
        Experiment experiment = dossier.experiment().orElseThrow();
        Measurements measured = Measurements.of(cycle, job);
        if (!measured.incumbent().equals(experiment.incumbent())) {
            return Optional.empty();
        }
        Instant since = experiment.incumbent().stream()
                .flatMap(promoted -> cycle.view().byFingerprint(promoted).stream())
                .map(Dossier::movedAt)
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
        return measured.evidenceOfRegime().stream()
                .filter(run -> !run.intendedAt().isBefore(since))
                .filter(run -> !Artifacts.kept(cycle, job, run, arm(run), new ArrayList<>())
                        .isEmpty())
                .reduce((earlier, later) -> later);
    }

    private static ArmResult arm(Run run) {
        return run.result().orElseThrow().arms().get(0);
    }

    private static Optional<Timeline> timeline(
            Cycle cycle, JobSpec job, Run run, ArmResult arm, List<String> problems) {
        return Diagnose.timeline(
                Artifacts.profiles(cycle, job, run, arm, problems),
                job.accelerators().count());
    }
}
