package dev.amdahl.core;

import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The wall times of a comparison's runs, and the load of the machine while they ran. The warm-up is left out.
 *
 * @param baseline median wall seconds; empty where nothing was measured
 * @param variant the same of the variant
 * @param minLoad smallest load average before a run; empty where it is not known
 * @param maxLoad the largest
 * @param pairs the wall seconds of both arms of each pair that counts, in order of running
 */
public record ArmTimes(
        OptionalDouble baseline,
        OptionalDouble variant,
        OptionalDouble minLoad,
        OptionalDouble maxLoad,
        List<Pair> pairs) {
    static final ArmTimes NONE = new ArmTimes(
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    public ArmTimes {
        pairs = List.copyOf(pairs);
    }

    /** Returns times of which the single pairs are not known. */
    public ArmTimes(OptionalDouble baseline, OptionalDouble variant, OptionalDouble minLoad, OptionalDouble maxLoad) {
        this(baseline, variant, minLoad, maxLoad, List.of());
    }

    /**
     * The wall seconds of a pair.
     *
     * @param set 1 for the first set, 2 and above for a confirmation
     * @param isVariantFirst whether the variant ran first
     * @param baseline seconds of the baseline
     * @param variant seconds of the variant
     */
    public record Pair(int set, boolean isVariantFirst, double baseline, double variant) {}

    static ArmTimes of(LedgerView view, Dossier dossier) {
        List<Run> counted = view.runsOf(dossier.id()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL
                        && run.plan().index() > 0
                        && run.result()
                                .map(RunResult::logRatio)
                                .orElse(OptionalDouble.empty())
                                .isPresent())
                .toList();
        List<Double> loads = counted.stream()
                .flatMap(run -> run.result().stream())
                .flatMap(result -> result.arms().stream())
                .flatMap(arm -> Stream.ofNullable(arm.covariates().get(Covariate.LOAD_1M)))
                .toList();
        return new ArmTimes(
                median(counted, false),
                median(counted, true),
                loads.stream().mapToDouble(Double::doubleValue).min(),
                loads.stream().mapToDouble(Double::doubleValue).max(),
                counted.stream().flatMap(run -> pair(run).stream()).toList());
    }

    private static OptionalDouble median(List<Run> runs, boolean isVariant) {
        double[] seconds = runs.stream()
                .flatMapToDouble(run -> seconds(run, isVariant))
                .sorted()
                .toArray();
        int middle = seconds.length / 2;
        return seconds.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        seconds.length % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2);
    }

    private static Optional<Pair> pair(Run run) {
        OptionalDouble baseline = seconds(run, false).findFirst();
        OptionalDouble variant = seconds(run, true).findFirst();
        return baseline.isPresent() && variant.isPresent()
                ? Optional.of(new Pair(
                        run.plan().set(), run.plan().isVariantFirst(), baseline.getAsDouble(), variant.getAsDouble()))
                : Optional.empty();
    }

    private static DoubleStream seconds(Run run, boolean isVariant) {
        List<ArmResult> arms = run.result().map(RunResult::arms).orElse(List.of());
        int place = run.plan().isVariantFirst() == isVariant ? 0 : 1;
        return place < arms.size() ? arms.get(place).wallSeconds().stream() : DoubleStream.empty();
    }
}
