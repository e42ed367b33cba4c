package dev.amdahl.core.internal.loop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IrregularTest {
    private static Trial trial(int index, ArmResult baseline, ArmResult variant) {
        OptionalDouble ratio =
                baseline.wallSeconds().isPresent() && variant.wallSeconds().isPresent()
                        ? OptionalDouble.of(Math.log(variant.wallSeconds().getAsDouble()
                                / baseline.wallSeconds().getAsDouble()))
                        : OptionalDouble.empty();
        Order order = index % 2 == 0 ? Order.BASELINE_FIRST : Order.VARIANT_FIRST;
        return new Trial("k" + index, 1, index, order, "host-1", baseline, variant, ratio, List.of());
    }

    /** Pairs of a change that saves a tenth, whose second runs take that factor. */
    private static List<Trial> pairs(int count, double place) {
        SplittableRandom noise = new SplittableRandom(7);
        List<Trial> trials = new ArrayList<>();
        for (int index = 1; index <= count; index++) {
            boolean isBaselineFirst = index % 2 == 0;
            double baseline = 100 * (isBaselineFirst ? 1 : place) * (1 + .02 * noise.nextDouble());
            double variant = 90 * (isBaselineFirst ? place : 1) * (1 + .02 * noise.nextDouble());
            trials.add(trial(index, ArmResult.succeeded("a", baseline), ArmResult.succeeded("b", variant)));
        }
        return trials;
    }

    private static List<String> lines(List<Trial> trials, List<Dispute> disputes) {
        return Irregular.lines(new Trials(trials, disputes, 1));
    }

    @Test
    void nothingIsSaidOfWhatIsAsItShouldBe() {
        assertThat(lines(pairs(20, 1), List.of())).isEmpty();
        assertThat(lines(List.of(), List.of())).isEmpty();
    }

    @Test
    void secondRunsThatAreFasterAreTold() {
        assertThat(lines(pairs(20, .95), List.of()))
                .singleElement()
                .asString()
                .matches("the second run of a pair is [45]\\.\\d % better than the first, .*");
        assertThat(lines(pairs(20, 1.1), List.of())).singleElement().asString().contains("worse than the first");
    }

    @Test
    void failuresOfBothArmsAreCounted() {
        List<Trial> trials = pairs(10, 1);
        trials.add(trial(11, ArmResult.failed("a", 7), ArmResult.succeeded("b", 90)));
        trials.add(trial(12, ArmResult.succeeded("a", 100), ArmResult.failed("b", 7)));
        trials.add(trial(13, ArmResult.succeeded("a", 100), ArmResult.failed("b", 7)));

        assertThat(lines(trials, List.of())).containsExactly("of 13 pairs the baseline failed in 1, the variant in 2");
    }

    @Test
    void disputesAreToldByTheArmThatDidOtherwise() {
        List<Trial> trials = pairs(10, 1);
        Dispute ofVariant = new Dispute(trials.get(3), List.of(new Dispute.Repeat(false, false, true)));
        Dispute ofBaseline = new Dispute(trials.get(4), List.of(new Dispute.Repeat(true, true, true)));
        Dispute open = new Dispute(trials.get(5), List.of());

        assertThat(lines(trials, List.of(ofVariant, ofBaseline, ofVariant, open)))
                .containsExactly(
                        "in 4 pairs the arms did not do the same, and were run again on their seed: in 2 the variant"
                                + " behaved differently once and not again, in 1 the baseline did, or neither can be named, in 1 it"
                                + " is not known");
    }
}
