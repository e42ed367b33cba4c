package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.job.OutputRule;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The collected trials of one experiment that count, roles revealed, in order of set and index: the first set and the newest
 * confirmation, as one that was made on an earlier incumbent does not count any more. Immutable.
 */
public record Trials(List<Trial> all, int currentSet) {

    /** The collected trials of a hypothesis that has an experiment. */
    public static Trials of(LedgerView view, Dossier dossier) {
        Experiment experiment = dossier.experiment().orElseThrow();
        List<Trial> trials = view.runsOf(dossier.id()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL && run.state() == RunState.COLLECTED)
                .filter(run -> run.plan().set() == 1 || run.plan().set() == experiment.set())
                .filter(run -> !isVoid(run))
                .sorted(Comparator.comparingInt((Run run) -> run.plan().set())
                        .thenComparingInt(run -> run.plan().index()))
                .map(run -> trial(run, experiment.plan().outputs()))
                .toList();
        return new Trials(trials, experiment.set());
    }

    /** Whether it was measured and left out. */
    public static boolean isVoid(Run run) {
        return run.result().flatMap(RunResult::voidReason).isPresent();
    }

    /** How many pairs count, warm-up excluded. */
    public int pairs() {
        return (int) all.stream().filter(trial -> !trial.isWarmUp()).count();
    }

    private static Trial trial(Run run, List<OutputRule> outputs) {
        RunResult result = run.result().orElseThrow();
        boolean variantFirst = run.plan().isVariantFirst();
        RecordedArm first = result.arms().get(0);
        RecordedArm second = result.arms().get(1);
        return new Trial(
                run.plan().key(),
                run.plan().set(),
                run.plan().index(),
                variantFirst ? Trial.Order.VARIANT_FIRST : Trial.Order.BASELINE_FIRST,
                result.host(),
                variantFirst ? second : first,
                variantFirst ? first : second,
                result.logRatio(),
                outputs.stream()
                        .filter(rule -> result.mismatches().contains(rule.path()))
                        .toList());
    }

    /** Log ratios of a set, warm-up excluded. */
    public double[] logRatios(int set) {
        return measured(set)
                .mapToDouble(trial -> trial.logRatio().getAsDouble())
                .toArray();
    }

    private Stream<Trial> measured(int set) {
        return all.stream()
                .filter(trial -> trial.set() == set
                        && !trial.isWarmUp()
                        && trial.logRatio().isPresent());
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
        double[] seconds = all.stream()
                .filter(trial -> !trial.isWarmUp() && trial.logRatio().isPresent())
                .map(arm)
                .filter(result -> result.wallSeconds().isPresent())
                .mapToDouble(result -> result.wallSeconds().getAsDouble())
                .filter(value -> value > 0 && Double.isFinite(value))
                .toArray();
        return seconds.length == 0 ? new double[] {Double.MAX_VALUE} : seconds;
    }

    /** The next index of a set. */
    public int nextIndex(int set) {
        return all.stream()
                        .filter(trial -> trial.set() == set)
                        .mapToInt(Trial::index)
                        .max()
                        .orElse(-1)
                + 1;
    }
}
