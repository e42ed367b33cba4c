package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import dev.amdahl.spi.job.OutputRule;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Trials written down one by one. */
final class Pairs {
    static final OutputRule OUTPUT = new OutputRule("out.bin", new OutputRule.Exact());

    private Pairs() {}

    static List<Trial> of(int count, IntFunction<Trial> trial) {
        return IntStream.rangeClosed(1, count).mapToObj(trial).toList();
    }

    /** A pair in which the variant takes 9 s, plus or minus a little, instead of 10 s. */
    static Trial faster(int index) {
        return faster(index, ArmResult.succeeded("a", 10), ArmResult.succeeded("b", 9 + .01 * (index % 3)));
    }

    static Trial faster(int index, ArmResult baseline, ArmResult variant) {
        Order order = index % 2 == 0 ? Order.BASELINE_FIRST : Order.VARIANT_FIRST;
        return trial(index, order, baseline, variant, List.of());
    }

    static Trial trial(int index, Order order, ArmResult baseline, ArmResult variant, List<OutputRule> mismatches) {
        boolean measured = baseline.isSuccess() && variant.isSuccess();
        return new Trial(
                "trial-" + index,
                1,
                index,
                order,
                "host",
                baseline,
                variant,
                measured
                        ? OptionalDouble.of(Math.log(variant.wallSeconds().orElseThrow()
                                / baseline.wallSeconds().orElseThrow()))
                        : OptionalDouble.empty(),
                mismatches);
    }

    static List<Trial> with(List<Trial> trials, Trial more) {
        List<Trial> all = new ArrayList<>(trials);
        all.add(more);
        return all;
    }
}
