package dev.amdahl.core.internal.loop;

import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.internal.steps.Windows;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.job.OutputRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The collected trials of one experiment that are sound, roles revealed, in order of set and index: the first set and the newest
 * confirmation, as one that was made on an earlier incumbent does not count any more.
 *
 * @param all of them, warm-up, failures and disputes included
 * @param disputes those whose arms ended well and did not do the same; they are repeated, and never count
 * @param currentSet the set that is running
 */
public record Trials(List<Trial> all, List<Dispute> disputes, int currentSet) {

    /** Returns the collected trials of a hypothesis that has an experiment. */
    public static Trials of(LedgerView view, Dossier dossier) {
        Experiment experiment = dossier.experiment().orElseThrow();
        List<Run> runs = view.runsOf(dossier.id()).stream()
                .filter(run -> run.state() == RunState.COLLECTED && !isVoid(run))
                .filter(run -> run.plan().set() == 1 || run.plan().set() == experiment.set())
                .sorted(Comparator.comparingInt((Run run) -> run.plan().set())
                        .thenComparingInt(run -> run.plan().index()))
                .toList();
        List<Run> pairs = runs.stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL)
                .toList();
        List<Trial> trials = experiment.plan().sampled().design() == Design.WINDOWS
                ? windows(pairs)
                : inOrder(pairs.stream()
                        .map(run -> trial(run, experiment.plan().outputs()))
                        .toList());
        return new Trials(trials, disputes(trials, runs, experiment.plan().outputs()), experiment.set());
    }

    /** Returns the pairs of windows of some runs, numbered through each set; a run without any is one that has no figure. */
    private static List<Trial> windows(List<Run> runs) {
        List<Trial> trials = new ArrayList<>();
        int set = 0;
        int index = 0;
        for (Run run : runs) {
            index = run.plan().set() == set ? index : 0;
            set = run.plan().set();
            RunResult result = run.result().orElseThrow();
            for (RunResult.WindowPair pair : result.windows()) {
                trials.add(of(run, pair, ++index));
            }
            if (result.windows().isEmpty()) {
                ArmResult arm = result.arms().get(0);
                trials.add(new Trial(
                        run.plan().key(),
                        set,
                        ++index,
                        Trial.Order.UNKNOWN,
                        result.host(),
                        arm,
                        arm,
                        OptionalDouble.empty(),
                        List.of()));
            }
        }
        return trials;
    }

    /** Returns a pair of windows of a run as the trial at that place of its set, its arms under the circumstances of the run. */
    public static Trial of(Run run, RunResult.WindowPair pair, int index) {
        RunResult result = run.result().orElseThrow();
        ArmResult arm = result.arms().get(0);
        return new Trial(
                run.plan().key(),
                run.plan().set(),
                index,
                order(pair.isVariantFirst()),
                result.host(),
                window(arm, "a", pair.baselineSeconds(), pair.baseline(), pair.baselineHalves()),
                window(arm, "b", pair.variantSeconds(), pair.variant(), pair.variantHalves()),
                OptionalDouble.of(Math.log(pair.variant() / pair.baseline())),
                List.of());
    }

    private static Trial.Order order(boolean isVariantFirst) {
        return isVariantFirst ? Trial.Order.VARIANT_FIRST : Trial.Order.BASELINE_FIRST;
    }

    private static ArmResult window(ArmResult run, String name, double seconds, double secondsPerUnit, double halves) {
        return ArmResult.succeeded(name, seconds)
                .work(seconds / secondsPerUnit)
                .metric(Windows.HALVES, halves)
                .covariates(run.covariates())
                .circumstances(run.circumstances());
    }

    /**
     * Returns those before the first gap of each set: of trials that run beside each other the fast ones come first, and what is looked at
     * must not depend on that.
     */
    private static List<Trial> inOrder(List<Trial> trials) {
        List<Trial> kept = new ArrayList<>();
        int set = 0;
        int next = 0;
        for (Trial trial : trials) {
            if (trial.set() != set) {
                set = trial.set();
                next = Math.min(1, trial.index());
            }
            if (trial.index() == next) {
                kept.add(trial);
                next++;
            }
        }
        return kept;
    }

    private static List<Dispute> disputes(List<Trial> trials, List<Run> runs, List<OutputRule> outputs) {
        List<Run> repeats = runs.stream()
                .filter(run -> run.plan().purpose() == RunPurpose.RECHECK)
                .toList();
        return trials.stream()
                .filter(Trials::isDisputed)
                .map(trial -> new Dispute(
                        trial,
                        repeats.stream()
                                .filter(run -> isOf(trial, run.plan()))
                                .flatMap(run -> repeat(run, outputs).stream())
                                .toList()))
                .toList();
    }

    /** Returns whether a run is one of this trial's place in the design. */
    public static boolean isOf(Trial trial, RunPlan plan) {
        return plan.set() == trial.set() && plan.index() == trial.index();
    }

    private static Optional<Dispute.Repeat> repeat(Run run, List<OutputRule> outputs) {
        Trial again = trial(run, outputs);
        boolean hasEnded = again.baseline().isSuccess() && again.variant().isSuccess();
        return run.result()
                .flatMap(RunResult::recheck)
                .filter(found -> hasEnded)
                .map(found -> new Dispute.Repeat(isDisputed(again), found.baselineDiffers(), found.variantDiffers()));
    }

    /** Pairs of the unchanged job with itself, in the roles that were drawn. */
    public static List<Trial> unchanged(List<Run> noise, List<OutputRule> outputs) {
        return noise.stream()
                .filter(run -> run.state() == RunState.COLLECTED && !isVoid(run))
                .map(run -> trial(run, outputs))
                .toList();
    }

    private static boolean isDisputed(Trial trial) {
        return CheapChecks.difference(trial).isPresent();
    }

    /** Returns whether it was measured and left out. */
    public static boolean isVoid(Run run) {
        return run.result().flatMap(RunResult::voidReason).isPresent();
    }

    /** Returns how many pairs count. */
    public int pairs() {
        return (int) counted(all).count();
    }

    /** Returns what is shown to a panel: all of them but the disputed ones, which were repeated. */
    public List<Trial> undisputed() {
        return all.stream().filter(trial -> !isDisputed(trial)).toList();
    }

    private static Stream<Trial> counted(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> !trial.isWarmUp() && trial.logRatio().isPresent() && !isDisputed(trial));
    }

    private static Trial trial(Run run, List<OutputRule> outputs) {
        RunResult result = run.result().orElseThrow();
        boolean variantFirst = run.plan().isVariantFirst();
        ArmResult first = shown(run, result.arms().get(0));
        ArmResult second = shown(run, result.arms().get(1));
        return new Trial(
                run.plan().key(),
                run.plan().set(),
                run.plan().index(),
                order(variantFirst),
                result.host(),
                variantFirst ? second : first,
                variantFirst ? first : second,
                result.logRatio(),
                outputs.stream()
                        .filter(rule -> result.mismatches().contains(rule.path()))
                        .toList());
    }

    /** Scheduled runs have inputs of their own: that their work differs is no fact about the change. */
    private static ArmResult shown(Run run, ArmResult arm) {
        return run.plan().runs() == Design.FIELD ? arm.uncounted() : arm;
    }

    /** Log ratios of a set, warm-up excluded. */
    public double[] logRatios(int set) {
        return measured(set)
                .mapToDouble(trial -> trial.logRatio().getAsDouble())
                .toArray();
    }

    private Stream<Trial> measured(int set) {
        return counted(all).filter(trial -> trial.set() == set);
    }

    /** Log ratios of the confirmation that is running; empty during the first set. */
    public double[] confirmation() {
        return currentSet > 1 ? logRatios(currentSet) : new double[0];
    }

    /** Median wall seconds of the arms over both sets. */
    public ArmMedians medians() {
        return ArmMedians.of(seconds(Trial::baseline), seconds(Trial::variant));
    }

    private double[] seconds(Function<Trial, ArmResult> arm) {
        double[] seconds = counted(all)
                .map(arm)
                .filter(result -> result.wallSeconds().isPresent())
                .mapToDouble(result -> result.wallSeconds().getAsDouble())
                .filter(value -> value > 0 && Double.isFinite(value))
                .toArray();
        return seconds.length == 0 ? new double[] {Double.MAX_VALUE} : seconds;
    }

    /** Returns why the trials are not of one program; empty if they are, or if an arm itself rewrites what the commands name. */
    public Optional<String> changedProgram() {
        boolean isRewritten = all.stream()
                .flatMap(trial -> Stream.of(trial.baseline(), trial.variant()))
                .anyMatch(arm -> !text(arm, EnvironmentFact.PROGRAM).equals(text(arm, EnvironmentFact.PROGRAM_AFTER)));
        return isRewritten
                ? Optional.empty()
                : changedProgram(Trial::baseline, "baseline").or(() -> changedProgram(Trial::variant, "variant"));
    }

    private Optional<String> changedProgram(Function<Trial, ArmResult> arm, String role) {
        long programs = all.stream()
                .map(arm)
                .flatMap(each -> text(each, EnvironmentFact.PROGRAM).stream())
                .distinct()
                .count();
        return programs > 1
                ? Optional.of(VerdictText.OTHER_PROGRAM + "the files that the command of the " + role
                        + " names were changed while it was being tested")
                : Optional.empty();
    }

    private static Optional<String> text(ArmResult arm, EnvironmentFact circumstance) {
        return Optional.ofNullable(arm.circumstances().get(circumstance));
    }
}
