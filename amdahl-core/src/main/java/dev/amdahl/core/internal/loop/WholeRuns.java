package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Sampling;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Whether what short runs showed holds for whole ones: the transfer check of a win by probes. The effect on a whole run follows from that
 * on the steady part (Amdahl's law); a few pairs of whole runs must not contradict it.
 *
 * @param sampling how the win was shown
 * @param predicted ratio of whole runs, variant to baseline
 * @param seen log ratios of pairs of whole runs, in order
 * @param sigma the spread that such a pair has
 * @param differing pairs of whole runs with unequal outputs
 * @param failing pairs of which the variant alone failed
 * @param late pairs whose variant ended after the job's deadline
 */
public record WholeRuns(
        Sampling sampling, double predicted, List<Double> seen, double sigma, int differing, int failing, int late) {
    private static final int PAIRS = 2;
    /** Where two pairs are on the wrong side, as every fifth small effect's are by chance, as many more are asked. */
    private static final int MAX_PAIRS = 4;

    private static final int TWICE = 2;
    /** Of the standard normal: 90 % on two sides. */
    private static final double Z90 = 1.6449;

    private static final int INDEX_PER_SET = 100;

    public WholeRuns {
        seen = List.copyOf(seen);
    }

    /** Returns the check of a would-be win; empty where it rests on whole runs already. */
    public static Optional<WholeRuns> of(LedgerView view, Dossier dossier, Optional<Duration> deadline) {
        Experiment experiment = dossier.experiment().orElseThrow();
        ExperimentPlan plan = experiment.plan();
        Sampling sampling = plan.sampled();
        if (!isChecked(dossier)) {
            return Optional.empty();
        }
        List<Run> runs = runs(view, dossier);
        double steady = dossier.comparison()
                .flatMap(said ->
                        said.ratio().isPresent() ? Optional.of(said.ratio().getAsDouble()) : Optional.empty())
                .orElse(1.0);
        return Optional.of(new WholeRuns(
                sampling,
                sampling.whole(steady),
                runs.stream()
                        .flatMap(run -> run.result().stream())
                        .flatMapToDouble(result -> result.logRatio().stream())
                        .boxed()
                        .toList(),
                plan.sigma(),
                count(runs, run -> !run.result().orElseThrow().mismatches().isEmpty()),
                count(runs, run -> baseline(run).isSuccess() && !variant(run).isSuccess()),
                count(
                        runs,
                        run -> deadline.isPresent()
                                && variant(run).wallSeconds().orElse(0)
                                        > deadline.get().toMillis() / 1000.0)));
    }

    private static List<Run> runs(LedgerView view, Dossier dossier) {
        int set = dossier.experiment().orElseThrow().set();
        return view.runsOf(dossier.id()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRANSFER
                        && run.plan().index() / INDEX_PER_SET == set
                        && run.state() == RunState.COLLECTED
                        && !Trials.isVoid(run))
                .toList();
    }

    /** Returns whether a win rests on less than whole runs, so that these are checked. */
    public static boolean isChecked(Dossier dossier) {
        return dossier.experiment()
                .filter(experiment -> experiment.plan().sampled().design() == Design.PROBE)
                .isPresent();
    }

    /** Returns the whole runs without the change. */
    public static Stream<ArmResult> baselines(LedgerView view, Dossier dossier) {
        return runs(view, dossier).stream().map(WholeRuns::baseline);
    }

    private static int count(List<Run> runs, Predicate<Run> which) {
        return (int) runs.stream().filter(which).count();
    }

    private static ArmResult baseline(Run run) {
        return run.result().orElseThrow().arms().get(run.plan().isVariantFirst() ? 1 : 0);
    }

    private static ArmResult variant(Run run) {
        return run.result().orElseThrow().arms().get(run.plan().isVariantFirst() ? 0 : 1);
    }

    /** Returns the place in the design of a pair of whole runs, from 1, after a set. */
    public static int index(int set, int pair) {
        return INDEX_PER_SET * set + pair;
    }

    /** Returns how many pairs are needed as things stand. */
    public int needed() {
        boolean isOpposed = seen.size() >= PAIRS && mean() >= 0 && isWithin();
        boolean isUnsettled = isOpposed || differing == 1 || failing == 1 || late == 1;
        return isUnsettled ? MAX_PAIRS : PAIRS;
    }

    /** Returns whether as many pairs are there as are needed. */
    public boolean isSettled() {
        return seen.size() >= needed();
    }

    private double mean() {
        return Summary.mean(seen.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private double halfWidth() {
        return Z90 * sigma / Math.sqrt(seen.size()) + sigma;
    }

    private boolean isWithin() {
        return Math.abs(mean() - Math.log(predicted)) <= halfWidth();
    }

    /** Returns why the change is not what it was said to be, whatever it saves; empty if nothing says so. */
    public Optional<String> refuted() {
        if (differing >= TWICE) {
            return Optional.of("outputs of whole runs differ in " + differing + " pairs");
        }
        if (failing >= TWICE) {
            return Optional.of("the variant failed in " + failing + " whole runs, and the baseline beside it did not");
        }
        return late >= TWICE
                ? Optional.of("the variant ended after the deadline of the job in " + late + " whole runs")
                : Optional.empty();
    }

    /** Returns why the win does not hold for whole runs; empty while nothing contradicts it. */
    public Optional<String> contradiction() {
        if (seen.size() < PAIRS) {
            return Optional.empty();
        }
        boolean isOpposed = mean() >= 0 && (seen.size() >= MAX_PAIRS || !isWithin());
        return isOpposed || !isWithin()
                ? Optional.of("the probe does not carry over: " + sentence())
                : Optional.empty();
    }

    /** Returns what was predicted and seen, in one line. */
    public String sentence() {
        String expected = String.format(
                Locale.ROOT,
                "%+.1f %% of a whole run is expected (%.0f %% of it is the steady part)",
                100 * (predicted - 1),
                100 * sampling.share().orElse(1));
        return seen.isEmpty()
                ? expected
                : expected
                        + String.format(
                                Locale.ROOT,
                                "; %d pairs of whole runs show %+.1f %%, where up to %.1f points beside it are noise",
                                seen.size(),
                                100 * Math.expm1(mean()),
                                100 * halfWidth());
    }
}
