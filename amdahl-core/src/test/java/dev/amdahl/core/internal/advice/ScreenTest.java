package dev.amdahl.core.internal.advice;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ScreenTest {
    private static final Stakes STAKES = new Stakes(100_000, 2, 1, 1);
    private static final Verification CHEAP = new Verification(.05, .02, 8, 2, 0);
    private static final Diagnosis INPUT =
            Fixtures.diagnosis(Map.of(INPUT_STARVATION, 30.0, KERNEL_INEFFICIENT, 2.0, PRODUCTIVE, 68.0));

    private final Screen screen = new Screen(ScopePolicy.DEFAULT);

    @Test
    void winRateStartsFromBetaOneFour() {
        assertThat(WinRate.UNKNOWN.mean()).isEqualTo(.2);
        assertThat(new WinRate(3, 20).mean()).isCloseTo(.16, within(1e-12));
    }

    @Test
    void expectedValueFixture() {
        ExpectedValue value = ExpectedValue.of(.3, .5, .2, STAKES, CHEAP);

        assertThat(value.delta()).isCloseTo(.15, within(1e-12));
        assertThat(value.gross()).isCloseTo(6_000, within(1e-6));
        assertThat(value.pairs()).isEqualTo(5);
        assertThat(value.verificationCost()).isEqualTo(320);
        assertThat(value.net()).isCloseTo(5_680, within(1e-6));
    }

    @Test
    void halfTheEffectCostsFourTimesThePairs() {
        Verification noisy = new Verification(.2, .02, 1, 1, 0);

        assertThat(noisy.pairs(.05)).isEqualTo(99);
        assertThat(noisy.pairs(.025)).isEqualTo(396);
    }

    @Test
    void aBorrowedIdeaForATwoPercentStageIsScreenedOutWithItsCeiling() {
        ScreenResult result = judge(screen, kernel(), INPUT, new Verification(.05, .05, 8, 2, 0));

        assertThat(result.outcome()).isEqualTo(ScreenResult.Outcome.SCREENED_OUT);
        assertThat(result.reason()).isEqualTo("ceiling 1.02x < floor 1.05x");
        assertThat(result.ceiling()).hasValueCloseTo(1 / .98, within(1e-12));
    }

    @Test
    void aKernelHypothesisOnAJobWithFivePercentComputeIsScreenedOut() {
        Diagnosis diagnosis = Fixtures.diagnosis(Map.of(HOST_SERIAL, 95.0, PRODUCTIVE, 5.0));

        assertThat(judge(screen, kernel(), diagnosis, new Verification(.1, .08, 1, 1, 0))
                        .reason())
                .isEqualTo("ceiling 1.05x < floor 1.08x");
    }

    @Test
    void aWorthyHypothesisIsAcceptedWithItsNumbers() {
        ScreenResult result = judge(screen, input(), INPUT, CHEAP);

        assertThat(result.isAccepted()).isTrue();
        assertThat(result.reason()).startsWith("ceiling 1.43x >= floor 1.03x, expected value ");
        assertThat(result.expectedValue()).isPresent();
    }

    @Test
    void whatCostsMoreThanItBringsIsScreenedOut() {
        ScreenResult result = judge(screen, input(), INPUT, new Verification(.05, .02, 8, 2, 10_000));

        assertThat(result.isAccepted()).isFalse();
        assertThat(result.reason())
                .isEqualTo(
                        "testing costs more (10320.00) than it is expected to save in a year (6000.00), in accelerator-hours times"
                                + " their price");
    }

    @Test
    void whereNothingWasToldApartAnyClassMayHoldTheSeconds() {
        Diagnosis processor = Fixtures.diagnosis(Map.of(UNATTRIBUTED, 100.0));
        Diagnosis device = Fixtures.diagnosis(Map.of(UNATTRIBUTED, 98.0, PRODUCTIVE, 2.0));

        assertThat(judge(screen, kernel(), processor, CHEAP).reason()).isEqualTo("ceiling not known: ranked last");
        assertThat(judge(screen, kernel(), device, CHEAP).isAccepted()).isFalse();
    }

    @Test
    void whereAProcessorWasMerelyBusyAnyClassMayHoldTheSeconds() {
        Diagnosis busy = Fixtures.diagnosis(Map.of(HOST_SERIAL, 95.0, UNATTRIBUTED, 5.0));
        Diagnosis told = Fixtures.diagnosis(Map.of(HOST_SERIAL, 95.0, PRODUCTIVE, 5.0));

        assertThat(judge(screen, input(), busy, CHEAP).reason()).isEqualTo("ceiling not known: ranked last");
        assertThat(judge(screen, input(), told, CHEAP).isAccepted()).isFalse();
    }

    @Test
    void anUnknownCeilingIsNotScreenedOut() {
        Diagnosis unknown = Fixtures.diagnosis(Map.of(UNATTRIBUTED, 80.0, PRODUCTIVE, 20.0));
        ScreenResult blind = judge(screen, input(), unknown, CHEAP);

        assertThat(blind.isAccepted()).isTrue();
        assertThat(blind.ceiling()).isEmpty();
        assertThat(blind.expectedValue()).isEmpty();
    }

    @Test
    void unattributedSecondsCannotLiftAKernelCeiling() {
        Diagnosis unknown = Fixtures.diagnosis(Map.of(UNATTRIBUTED, 99.0, PRODUCTIVE, 1.0));

        assertThat(judge(screen, kernel(), unknown, CHEAP).reason()).isEqualTo("ceiling 1.01x < floor 1.03x");
    }

    @Test
    void policyLeavesOnlyWhatTheHostAllows() {
        Screen noKernels =
                new Screen(new ScopePolicy(Map.of(), Set.of(ResourceAxis.GPU), Set.of(CHECKPOINT_STALL), .03));
        Screen notThisFamily = new Screen(new ScopePolicy(Map.of("train", 0.0), Set.of(), Set.of(), .03));
        Diagnosis compute =
                Fixtures.diagnosis(Map.of(INPUT_STARVATION, 30.0, CHECKPOINT_STALL, 20.0, KERNEL_INEFFICIENT, 50.0));
        Hypothesis checkpoint = Fixtures.hypothesis("c", Fixtures.setting("c", "0", "1"), .5, CHECKPOINT_STALL);

        assertThat(judge(noKernels, kernel(), compute, CHEAP).reason()).isEqualTo("policy excludes axis GPU");
        assertThat(judge(noKernels, checkpoint, compute, CHEAP).reason())
                .isEqualTo("policy excludes class CHECKPOINT_STALL");
        assertThat(judge(noKernels, input(), compute, CHEAP).isAccepted()).isTrue();
        assertThat(judge(notThisFamily, input(), compute, CHEAP).reason()).isEqualTo("policy excludes family train");
    }

    @Test
    void fewerAcceleratorsLiftTheCeilingOfTheAcceleratorHours() {
        ConfigChange half =
                new ConfigChange(List.of(new LeverSetting("g", new LeverSetting.AcceleratorCount(), "4", "2")));
        Hypothesis hypothesis = Fixtures.hypothesis("g", half, .3, INPUT_STARVATION);

        assertThat(judge(screen, hypothesis, INPUT, CHEAP).ceiling()).hasValueCloseTo(2 / .7, within(1e-9));
    }

    private static ScreenResult judge(
            Screen screen, Hypothesis hypothesis, Diagnosis diagnosis, Verification verification) {
        return screen.judge(hypothesis, diagnosis, false, WinRate.UNKNOWN.mean(), STAKES, verification);
    }

    private static Hypothesis kernel() {
        return Fixtures.hypothesis("k", Fixtures.setting("k", "0", "1"), .5, KERNEL_INEFFICIENT);
    }

    private static Hypothesis input() {
        return Fixtures.hypothesis("w", Fixtures.setting("w", "0", "1"), .5, INPUT_STARVATION);
    }
}
