package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.stats.Alternative;
import java.util.SplittableRandom;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.junit.jupiter.api.Test;

class TTestTest {

    private static double[] draw(SplittableRandom random, int n) {
        return random.doubles(n, -.1, .12).toArray();
    }

    @Test
    void agreesWithCommonsStatistics() {
        SplittableRandom random = new SplittableRandom(11);
        for (int n = 2; n < 40; n++) {
            double[] first = draw(random, n);
            double[] second = draw(random, 3 + n / 2);
            for (Alternative alternative : Alternative.values()) {
                var peer = org.apache.commons.statistics.inference.TTest.withDefaults()
                        .with(theirs(alternative));
                TTest paired = TTest.paired(first, 0, alternative, .9);
                assertThat(paired.statistic()).isCloseTo(peer.test(first).getStatistic(), within(1e-10));
                assertThat(paired.p()).isCloseTo(peer.test(first).getPValue(), within(1e-12));
                TTest welch = TTest.welch(first, second, alternative, .9);
                assertThat(welch.df()).isCloseTo(peer.test(first, second).getDegreesOfFreedom(), within(1e-9));
                assertThat(welch.p()).isCloseTo(peer.test(first, second).getPValue(), within(1e-12));
            }
        }
    }

    private static AlternativeHypothesis theirs(Alternative alternative) {
        return switch (alternative) {
            case LESS -> AlternativeHypothesis.LESS_THAN;
            case GREATER -> AlternativeHypothesis.GREATER_THAN;
            case TWO_SIDED -> AlternativeHypothesis.TWO_SIDED;
        };
    }

    @Test
    void intervalEndsWhereTheTestTurns() {
        double[] d = {.02, -.01, .03, .015, -.004, .01};
        var interval = TTest.paired(d, 0, Alternative.TWO_SIDED, .9).interval();
        assertThat(TTest.paired(d, interval.lower(), Alternative.TWO_SIDED, .9).p())
                .isCloseTo(.1, within(1e-12));
        assertThat(TTest.paired(d, interval.upper(), Alternative.LESS, .9).p()).isCloseTo(.05, within(1e-12));
        var below = TTest.paired(d, 0, Alternative.LESS, .95).interval();
        assertThat(below.lower()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(below.upper()).isCloseTo(interval.upper(), within(1e-12));
    }

    @Test
    void withoutSpreadTheSideOfTheMeanDecides() {
        double[] same = {.1, .1, .1};
        assertThat(TTest.paired(same, .1, Alternative.LESS, .95).p()).isOne();
        assertThat(TTest.paired(same, 0, Alternative.TWO_SIDED, .95).p()).isZero();
        assertThat(TTest.paired(same, 0, Alternative.LESS, .95).p()).isOne();
        assertThat(TTest.welch(same, same, Alternative.TWO_SIDED, .95).p()).isOne();
        assertThat(TTest.welch(same, new double[] {.2, .2}, Alternative.LESS, .95)
                        .p())
                .isZero();
    }

    @Test
    void oneValueIsNoSample() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TTest.paired(new double[] {.1}, 0, Alternative.LESS, .95))
                .withMessageContaining("values of d must be at least 2, was 1");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> TTest.welch(new double[] {.1, .2}, new double[] {1, Double.NaN}, Alternative.LESS, .95))
                .withMessageContaining("second[1] must be finite, was NaN");
    }
}
