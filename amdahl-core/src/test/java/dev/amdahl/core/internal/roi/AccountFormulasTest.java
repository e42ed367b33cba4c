package dev.amdahl.core.internal.roi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Returns with intervals, what later runs saved, what bounds the verdicts, and unit costs; expected values by hand. */
final class AccountFormulasTest {
    private static final double EXACT = 1e-9;

    @Test
    void theIntervalOfTheSavingIsCarriedThroughToTheReturn() {
        LoopCost cost = new LoopCost(100_000, 300_000, 40_000, 60_000, 200_000);

        ReturnOnInvestment roi =
                ReturnOnInvestment.of(cost, new Range(20e6, 30e6, 35e6), 1, .1).orElseThrow();

        assertThat(roi.gross()).isEqualTo(new Range(40, 60, 70));
        assertThat(roi.net()).isEqualTo(new Range(39, 59, 69));
        assertThat(roi.presentValue().expected()).isCloseTo(30e6 / 1.1 - 500_000, within(1e-3));
        assertThat(roi.paybackDays()).hasValueCloseTo(6.0833, within(1e-3));
    }

    @Test
    void aReturnOnNothingIsNotANumber() {
        assertThat(ReturnOnInvestment.of(new LoopCost(0, 0, 0, 0, 0), Range.ZERO, 1, 0))
                .isEmpty();
        assertThat(ReturnOnInvestment.of(new LoopCost(1, 0, 0, 0, 0), Range.ZERO, 1, 0)
                        .orElseThrow()
                        .net()
                        .expected())
                .isEqualTo(-1);
        assertThatThrownBy(() -> new Range(2, 1, 3)).hasMessageContaining("2.0");
    }

    /** log .8 with sd .1 on 25 runs a side: margin 2.0106 (t, 48 degrees) x .1 x sqrt(2 / 25) = .05687; 80 h held, so 20 h saved. */
    @Test
    void laterRunsAreHeldAgainstThoseBeforeThePromotion() {
        RealizedSaving.Sample before = new RealizedSaving.Sample(25, 2, .1, 100);
        RealizedSaving.Sample after = new RealizedSaving.Sample(25, 2 + Math.log(.8), .1, 80);

        RealizedSaving saving = RealizedSaving.of(
                        before, after, new Range(.2, .25, .3), 4, OptionalDouble.of(12.5), List.of())
                .orElseThrow();

        assertThat(saving.realised().expected()).isCloseTo(.2, within(EXACT));
        assertThat(saving.realised().low()).isCloseTo(1 - .8 * Math.exp(.0568685), within(1e-6));
        assertThat(saving.realised().high()).isCloseTo(1 - .8 * Math.exp(-.0568685), within(1e-6));
        assertThat(saving.hours().expected()).isCloseTo(20, within(EXACT));
        assertThat(saving.hoursPerWeek().expected()).isCloseTo(5, within(EXACT));
        assertThat(saving.coverage()).hasValue(.5);
        assertThat(saving.controls()).isZero();
        assertThat(RealizedSaving.of(
                        before,
                        new RealizedSaving.Sample(1, 1, 0, 3),
                        Range.ZERO,
                        4,
                        OptionalDouble.empty(),
                        List.of()))
                .isEmpty();
    }

    /**
     * All four families got 20 % quicker, -.02, 0 and .02 about log .8: nothing is left for the promotion. Spread .02, error .02 sqrt(4 / 3)
     * = .023094, 2 degrees: t = 4.302653.
     */
    @Test
    void whatFamiliesWithoutAPromotionDidTooIsNoSaving() {
        RealizedSaving.Sample before = new RealizedSaving.Sample(25, 2, 0, 100);
        RealizedSaving.Sample after = new RealizedSaving.Sample(25, 2 + Math.log(.8), 0, 80);
        List<StepEstimate> controls = Stream.of(-.02, 0.0, .02)
                .map(off -> new StepEstimate(Math.log(.8) + off, .1, 20, 0))
                .toList();

        RealizedSaving saving = RealizedSaving.of(before, after, Range.ZERO, 4, OptionalDouble.empty(), controls)
                .orElseThrow();

        assertThat(saving.controls()).isEqualTo(3);
        assertThat(saving.realised().expected()).isCloseTo(0, within(EXACT));
        assertThat(saving.realised().low()).isCloseTo(-Math.expm1(4.302653 * .0230940), within(1e-6));
        assertThat(saving.hoursPerWeek().expected()).isCloseTo(0, within(EXACT));
        assertThat(RealizedSaving.of(before, after, Range.ZERO, 4, OptionalDouble.empty(), controls.subList(0, 2))
                        .orElseThrow()
                        .controls())
                .as("two families tell too little")
                .isZero();
    }

    @Test
    void stretchesOfTimePoolToWhatTheirRunsWouldGive() {
        Optional<RealizedSaving.Sample> pooled = RealizedSaving.Sample.pooled(List.of(
                new RealizedSaving.Sample(2, 1, Math.sqrt(2), 5), new RealizedSaving.Sample(2, 5, Math.sqrt(2), 7)));

        // 0, 2, 4, 6: mean 3, squares 9 + 1 + 1 + 9 over 3
        assertThat(pooled.orElseThrow().meanLog()).isCloseTo(3, within(EXACT));
        assertThat(pooled.orElseThrow().deviationLog()).isCloseTo(Math.sqrt(20 / 3.0), within(EXACT));
        assertThat(pooled.orElseThrow().acceleratorHours()).isEqualTo(12);
        assertThat(RealizedSaving.Sample.pooled(List.of())).isEmpty();
    }

    /** One slot for 12 h a verdict: 2 a day; 4 experiments of 12 + 4 h: 6 a day, which 3 slots reach. */
    @Test
    void slotsLimitUntilTheExperimentsAtOnceDo() {
        ThroughputLimits limits = new ThroughputLimits(1, 4, 12, 4, OptionalDouble.empty(), 1.9);

        assertThat(limits.most()).isCloseTo(2, within(EXACT));
        assertThat(limits.limiting()).isEqualTo(ThroughputLimits.Limit.SLOTS);
        assertThat(limits.helpfulSlots()).isEqualTo(3);
        assertThat(new ThroughputLimits(3, 4, 12, 4, OptionalDouble.empty(), 1.9).most())
                .isCloseTo(6, within(EXACT));
        assertThat(new ThroughputLimits(20, 4, 12, 4, OptionalDouble.empty(), 1.9).most())
                .isCloseTo(6, within(EXACT));
        assertThat(new ThroughputLimits(8, 4, 12, 4, OptionalDouble.empty(), 5.5).limiting())
                .isEqualTo(ThroughputLimits.Limit.EXPERIMENTS);
    }

    @Test
    void aBudgetOrTooFewHypothesesLimitToo() {
        assertThat(new ThroughputLimits(8, 8, 1, 1, OptionalDouble.of(3), 2.5).limiting())
                .isEqualTo(ThroughputLimits.Limit.BUDGET);
        assertThat(new ThroughputLimits(8, 8, 1, 1, OptionalDouble.of(3), 1).limiting())
                .isEqualTo(ThroughputLimits.Limit.SUPPLY);
        assertThatThrownBy(() -> new ThroughputLimits(1, 1, 0, 1, OptionalDouble.empty(), 1))
                .hasMessageContaining("slot hours");
    }

    /** 7,200 accelerator-seconds at 2 an hour cost 4. */
    @Test
    void costIsGivenByTheUnitOfWorkAndByTheJoule() {
        UnitCost cost =
                UnitCost.of(7_200, OptionalDouble.of(2), OptionalDouble.of(1_000), OptionalDouble.of(2_000_000), 0);

        assertThat(cost.secondsPerUnit()).hasValue(7.2);
        assertThat(cost.moneyPerUnit()).hasValue(.004);
        assertThat(cost.joulesPerUnit()).hasValue(2_000);
        assertThat(cost.moneyPerJoule()).hasValue(2e-6);
    }

    @Test
    void whatWasNotMeasuredHasNoUnitCost() {
        UnitCost cost = UnitCost.of(10, OptionalDouble.of(2), OptionalDouble.empty(), OptionalDouble.empty(), 0);

        assertThat(cost.moneyPerUnit()).isEmpty();
        assertThat(cost.moneyPerJoule()).isEmpty();
        assertThat(UnitCost.of(10, OptionalDouble.empty(), OptionalDouble.of(0), OptionalDouble.of(5), 0)
                        .secondsPerUnit())
                .isEmpty();
    }
}
