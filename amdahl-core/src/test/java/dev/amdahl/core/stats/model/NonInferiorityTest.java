package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class NonInferiorityTest {

    private static final double[] QUIET = {.001, -.002, .0015, -.0005, .001, -.001};
    private static final double[] WORSE = {.031, .029, .033, .028, .030, .032};

    @Test
    void quietMetricHoldsItsMarginInBothDirections() {
        assertThat(NonInferiority.of("time", QUIET, true, NonInferiority.PERFORMANCE, .05)
                        .holds())
                .isTrue();
        assertThat(NonInferiority.of("memory", QUIET, true, NonInferiority.MEMORY, .05)
                        .holds())
                .isTrue();
        assertThat(NonInferiority.of("rate", QUIET, false, NonInferiority.PERFORMANCE, .05)
                        .holds())
                .isTrue();
        assertThat(NonInferiority.of("time", WORSE, true, NonInferiority.PERFORMANCE, .05)
                        .holds())
                .isFalse();
        assertThat(NonInferiority.of("rate", WORSE, false, NonInferiority.PERFORMANCE, .05)
                        .holds())
                .isTrue();
    }

    @Test
    void noiseThatIsTooWideShowsNothing() {
        double[] noisy = {.05, -.05, .04, -.04};
        assertThat(NonInferiority.of("time", noisy, true, NonInferiority.PERFORMANCE, .05)
                        .holds())
                .isFalse();
    }

    @Test
    void marginZeroHoldsUntilAWorseningIsShown() {
        assertThat(NonInferiority.of("loss", new double[4], true, NonInferiority.CORRECTNESS, .05)
                        .holds())
                .isTrue();
        assertThat(NonInferiority.of("loss", QUIET, true, NonInferiority.CORRECTNESS, .05)
                        .holds())
                .isTrue();
        assertThat(NonInferiority.of("loss", WORSE, true, NonInferiority.CORRECTNESS, .05)
                        .holds())
                .isFalse();
    }

    @Test
    void metricWithoutNoiseHoldsAtItsMarginsInside() {
        assertThat(NonInferiority.of("memory", new double[3], true, NonInferiority.MEMORY, .05)
                        .holds())
                .isTrue();
    }

    @Test
    void oneFailureBreaksTheIntersection() {
        NonInferiority holds = NonInferiority.of("time", QUIET, true, .02, .05);
        NonInferiority fails = NonInferiority.of("tail", WORSE, true, .02, .05);
        assertThat(NonInferiority.allHold(List.of(holds, holds))).isTrue();
        assertThat(NonInferiority.allHold(List.of(holds, fails))).isFalse();
    }

    @Test
    void marginHasToBeAFraction() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NonInferiority.of("time", QUIET, true, 2, .05))
                .withMessageContaining("margin must lie in [0, 1), was 2");
    }
}
