package dev.amdahl.core.internal.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** By hand. */
final class WinRateTest {
    @Test
    void aKindBeginsAtTheMeanOfTheWiderOneAndLeavesItWithItsOwnTests() {
        WinRate ofClass = new WinRate(4, 45);
        assertThat(ofClass.mean()).isCloseTo(.1, within(1e-12));
        assertThat(WinRate.UNKNOWN.meanWithin(ofClass)).isCloseTo(.1, within(1e-12));
        assertThat(new WinRate(4, 4).meanWithin(ofClass)).isCloseTo(.5, within(1e-12));
        assertThat(new WinRate(0, 5).meanWithin(ofClass)).isCloseTo(.05, within(1e-12));
    }
}
