package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.amdahl.core.stats.model.NonInferiority.Outcome;
import org.junit.jupiter.api.Test;

class NonInferiorityTest {
    private static final double[] QUIET = {.001, -.002, .0015, -.0005, .001, -.001};
    private static final double[] WORSE = {.031, .029, .033, .028, .030, .032};

    private static Outcome outcome(double[] worsenings, double margin) {
        return NonInferiority.of(worsenings, margin, .95).outcome();
    }

    @Test
    void quietMetricHoldsItsMargin() {
        assertThat(outcome(QUIET, .02)).isEqualTo(Outcome.HOLDS);
        assertThat(outcome(QUIET, .005)).isEqualTo(Outcome.HOLDS);
        assertThat(outcome(WORSE, .02)).isEqualTo(Outcome.WORSE);
        assertThat(outcome(WORSE, .04)).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void noiseThatIsTooWideShowsNothing() {
        assertThat(outcome(new double[] {.05, -.05, .04, -.04}, .02)).isEqualTo(Outcome.OPEN);
        assertThat(outcome(new double[] {.5}, .02)).isEqualTo(Outcome.OPEN);
    }

    @Test
    void marginZeroHoldsUntilAWorseningIsShown() {
        assertThat(outcome(new double[4], 0)).isEqualTo(Outcome.HOLDS);
        assertThat(outcome(QUIET, 0)).isEqualTo(Outcome.HOLDS);
        assertThat(outcome(WORSE, 0)).isEqualTo(Outcome.WORSE);
    }

    @Test
    void metricWithoutNoiseHoldsInsideItsMargin() {
        assertThat(outcome(new double[3], .005)).isEqualTo(Outcome.HOLDS);
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NonInferiority.of(QUIET, -.1, .95))
                .withMessageContaining("margin must be >= 0, was -0.1");
        assertThatIllegalArgumentException().isThrownBy(() -> NonInferiority.of(QUIET, .02, 1));
    }
}
