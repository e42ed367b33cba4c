package dev.amdahl.core;

import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import java.util.List;
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
 */
public record ArmTimes(
        OptionalDouble baseline, OptionalDouble variant, OptionalDouble minLoad, OptionalDouble maxLoad) {
    static final ArmTimes NONE = new ArmTimes(
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

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
                loads.stream().mapToDouble(Double::doubleValue).max());
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

    private static DoubleStream seconds(Run run, boolean isVariant) {
        List<ArmResult> arms = run.result().map(RunResult::arms).orElse(List.of());
        int place = run.plan().isVariantFirst() == isVariant ? 0 : 1;
        return place < arms.size() ? arms.get(place).wallSeconds().stream() : DoubleStream.empty();
    }
}
