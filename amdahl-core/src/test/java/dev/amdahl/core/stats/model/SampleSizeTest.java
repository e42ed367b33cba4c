package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SampleSizeTest {

    private static final SampleSize DESIGN = new SampleSize(.05, .8, true);

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
    }
}
