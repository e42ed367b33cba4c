package dev.amdahl.core.internal.roi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The fixtures of the formulas; each expected value is worked out by hand from the formula in the type's Javadoc. */
final class FormulasTest {
    private static final double EXACT = 1e-12;

    @Test
    void savingsMultiplyAndNeverAdd() {
        assertThat(SavedFraction.stacked(.25, .25)).isCloseTo(.4375, within(EXACT));
        assertThat(SavedFraction.stacked()).isZero();
        assertThat(SavedFraction.stacked(.5, -.5)).isCloseTo(.25, within(EXACT));
    }

    @Test
    void aYearOfOneAcceleratorFreesOneAtFullAvailability() {
        assertThat(SavedFraction.freedAccelerators(8_760, 1)).isEqualTo(1);
        assertThat(SavedFraction.freedAccelerators(8_760, .8)).isCloseTo(1.25, within(EXACT));
        assertThatThrownBy(() -> SavedFraction.freedAccelerators(1, 0)).hasMessageContaining("(0, 1]");
    }

    @Test
    void thirtyMillionSavedForHalfAMillion() {
        LoopCost cost = new LoopCost(100_000, 300_000, 40_000, 60_000, 200_000);

        assertThat(cost.total()).isEqualTo(500_000);
        assertThat(cost.gross(30_000_000)).hasValue(60);
        assertThat(cost.net(30_000_000)).hasValue(59);
        assertThat(cost.paybackDays(30_000_000 / 365.0)).hasValueCloseTo(6.0833, within(1e-3));
        assertThat(cost.perOutcome(100)).hasValue(5_000);
        assertThat(cost.perOutcome(0)).isEmpty();
        assertThat(cost.paybackDays(0)).isEmpty();
    }

    /** 1000/1.1 + 1000/1.21 + 1000/1.331 - 1500 = 986.85. */
    @Test
    void aRecurringSavingIsDiscounted() {
        assertThat(LoopCost.netPresentValue(1_000, 3, .10, 1_500)).isCloseTo(986.85, within(.005));
    }

    @Test
    void lostWorkLowersTheGoodput() {
        assertThat(new Goodput(.9, .93, .8).value()).isCloseTo(.9 * .93 * .8, within(EXACT));
        assertThat(Goodput.effectiveTimeRatio(93, 124)).isEqualTo(.75);
    }

    /** sqrt(2 x .01 h x 50 h) = 1 h; overhead .01/1 + 1/100 = .02, and more on either side. */
    @Test
    void theCheckpointIntervalMinimisesTheOverhead() {
        double interval = Goodput.checkpointInterval(.01, 50);

        assertThat(interval).isCloseTo(1, within(EXACT));
        assertThat(Goodput.checkpointOverhead(interval, .01, 50)).isCloseTo(.02, within(EXACT));
        assertThat(Goodput.checkpointOverhead(interval * 1.1, .01, 50)).isGreaterThan(.02);
        assertThat(Goodput.checkpointOverhead(interval / 1.1, .01, 50)).isGreaterThan(.02);
    }

    @Test
    void aVerdictIsWorthMoneyAndPaceAndQueueHoursButNoMoneyForTheQueue() {
        VerdictGain gain =
                VerdictGain.of(new VerdictGain.Arm(8, 3_600, 1_200), new VerdictGain.Arm(8, 1_800, 600), 70, 2.5);

        assertThat(gain.acceleratorHoursPerWeek()).isCloseTo(280, within(1e-9));
        assertThat(gain.moneyPerWeek()).isCloseTo(700, within(1e-9));
        assertThat(gain.iterationsPerDayBefore()).isEqualTo(18);
        assertThat(gain.iterationsPerDayAfter()).isEqualTo(36);
        assertThat(gain.queueHoursPerWeek()).isCloseTo(70 / 6.0, within(1e-9));
    }
}
