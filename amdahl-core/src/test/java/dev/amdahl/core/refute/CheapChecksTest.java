package dev.amdahl.core.refute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.refute.work.CheapChecks;
import dev.amdahl.core.testing.ArmFixture;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Trial.Order;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheapChecksTest {
    private static final ArmFixture GOOD = ArmFixture.succeeded("a", 10).work(1000);

    @Test
    void oneMismatchMayBeAnAccidentAndTwoEndTheExperiment() {
        List<Trial> one =
                List.of(Pairs.faster(1), Pairs.trial(2, Order.BASELINE_FIRST, GOOD, GOOD, List.of(Pairs.OUTPUT)));
        List<Trial> two = Pairs.with(one, Pairs.trial(3, Order.BASELINE_FIRST, GOOD, GOOD, List.of(Pairs.OUTPUT)));

        assertThat(CheapChecks.examine(one)).isEmpty();
        assertThat(CheapChecks.examine(two))
                .hasValueSatisfying(reason -> assertThat(reason).contains("2 of 3 trials", "out.bin"));
    }

    @Test
    void skippedWorkAndFailingVariantsAreMismatches() {
        Trial lazy = Pairs.faster(1, GOOD, GOOD.work(900));
        Trial crashing = Pairs.faster(2, GOOD, ArmFixture.failed("b", 3));
        Trial hanging = Pairs.faster(3, GOOD, GOOD.timedOut());

        assertThat(CheapChecks.mismatch(lazy)).hasValue("the variant does another amount of work");
        assertThat(CheapChecks.mismatch(crashing)).hasValue("the variant exits with 3 where the baseline succeeds");
        assertThat(CheapChecks.mismatch(hanging))
                .hasValueSatisfying(reason -> assertThat(reason).contains("time limit"));
        assertThat(CheapChecks.examine(List.of(lazy, crashing))).isPresent();
    }

    @Test
    void aFailingBaselineIsNotHeldAgainstTheVariant() {
        Trial both = Pairs.faster(1, ArmFixture.failed("a", 1), ArmFixture.failed("b", 1));
        Trial baseline = Pairs.faster(2, ArmFixture.failed("a", 1), GOOD);

        assertThat(CheapChecks.examine(List.of(both, baseline))).isEmpty();
    }

    @Test
    void equalWorkIsNoMismatch() {
        assertThat(CheapChecks.mismatch(Pairs.faster(1, GOOD, GOOD.work(1000.5))))
                .isEmpty();
    }
}
