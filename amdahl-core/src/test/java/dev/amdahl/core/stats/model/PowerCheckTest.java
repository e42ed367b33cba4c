package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PowerCheckTest {

    private static final SampleSize DESIGN = new SampleSize(.05, .8, true);

    @Test
    void capBelowTheNeedIsSaid() {
        PowerCheck plan = PowerCheck.of(DESIGN, .02, .05, 20, OptionalDouble.empty());
        assertThat(plan.needed()).isEqualTo(52);
        assertThat(plan.pairs()).isEqualTo(20);
        assertThat(plan.isPowered()).isFalse();
        assertThat(plan.power()).isLessThan(.5);
        assertThat(plan.detectable()).isCloseTo(.03302, within(1e-5));
    }

    @Test
    void ceilingUnderWhatCanBeSeenCannotBeResolved() {
        assertThat(PowerCheck.of(DESIGN, .02, .05, 20, OptionalDouble.of(.03)).canResolveItsTarget())
                .isFalse();
        assertThat(PowerCheck.of(DESIGN, .02, .05, 20, OptionalDouble.of(.04)).canResolveItsTarget())
                .isTrue();
        assertThat(PowerCheck.of(DESIGN, .02, .05, 20, OptionalDouble.empty()).canResolveItsTarget())
                .isTrue();
    }

    @Test
    void planReachesThePowerThatItPromises() {
        for (double effect : new double[] {.05, .3, 1, 4, 40}) {
            long n = DESIGN.pairs(effect);
            assertThat(DESIGN.powerAt((double) n, effect)).isGreaterThanOrEqualTo(.8);
            if (n > 2) {
                assertThat(DESIGN.powerAt((double) n - 1, effect)).isLessThan(.8);
            }
        }
    }

    @Test
    void detectableEffectNeedsTheWholePlan() {
        for (int n : new int[] {2, 3, 8, 200}) {
            assertThat(DESIGN.powerAt(n, DESIGN.detectableEffect(n))).isCloseTo(.8, within(1e-10));
        }
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SampleSize(.05, .04, true))
                .withMessageContaining("power must be above alpha");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PowerCheck.of(DESIGN, .02, 0, 20, OptionalDouble.empty()))
                .withMessageContaining("sd must be positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PowerCheck.of(DESIGN, .02, .05, 20, OptionalDouble.of(1)))
                .withMessageContaining("fraction must lie in [0, 1)");
    }
}
