package dev.amdahl.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SignFlipIntervalTest {

    private static double[] noise(int n, double centre, SplittableRandom random) {
        double[] d = new double[n];
        Arrays.setAll(d, i -> centre + random.nextGaussian() * (1 + i % 3));
        return d;
    }

    private static double[] minus(double[] d, double centre) {
        return Arrays.stream(d).map(x -> x - centre).toArray();
    }

    @Test
    void boundsAreWhereTheTestBeginsToReject() {
        SplittableRandom random = new SplittableRandom(9);
        for (int n : new int[] {6, 9, 14, 25, 60, 300}) {
            double[] d = noise(n, .5, random);
            for (double confidence : new double[] {.8, .95}) {
                Interval interval = SignFlip.interval(d, confidence, 14, 3);
                double level = (1 - confidence) / 2;
                assertThat(interval.isBounded()).isTrue();
                double step = 1e-6;
                assertThat(p(minus(d, interval.lower() - step), Alternative.GREATER))
                        .isLessThanOrEqualTo(level);
                assertThat(p(minus(d, interval.lower() + step), Alternative.GREATER))
                        .isGreaterThan(level);
                assertThat(p(minus(d, interval.upper() + step), Alternative.LESS))
                        .isLessThanOrEqualTo(level);
                assertThat(p(minus(d, interval.upper() - step), Alternative.LESS))
                        .isGreaterThan(level);
            }
        }
    }

    private static double p(double[] d, Alternative alternative) {
        return d.length <= 14
                ? SignFlip.exact(d, alternative).p()
                : SignFlip.subgroup(d, alternative, 14, 3).p();
    }

    /** At n = 6 only the identity may lie beyond, so the bounds are the extremes. */
    @Test
    void levelThatCannotBeReachedLeavesTheBoundsOpen() {
        double[] six = {3, 1, 4, 1, 5, 9};
        assertThat(SignFlip.interval(six, .95, 17, 1)).isEqualTo(new Interval(1, 9, .95));
        assertThat(SignFlip.interval(Arrays.copyOf(six, 5), .95, 17, 1)).isEqualTo(Interval.unbounded(.95));
        assertThat(SignFlip.interval(six, .99, 17, 1)).isEqualTo(Interval.unbounded(.99));
    }

    @Test
    void equalValuesGiveThatValue() {
        double[] d = new double[30];
        Arrays.fill(d, .25);
        assertThat(SignFlip.interval(d, .95, 17, 1)).isEqualTo(new Interval(.25, .25, .95));
    }

    @Test
    void coversAtItsConfidence() {
        SplittableRandom random = new SplittableRandom(21);
        int draws = 2000;
        int covered = 0;
        int coveredBySubgroup = 0;
        for (int i = 0; i < draws; i++) {
            covered += SignFlip.interval(noise(10, -2, random), .9, 10, i).contains(-2) ? 1 : 0;
            coveredBySubgroup +=
                    SignFlip.interval(noise(40, 3, random), .9, 10, i).contains(3) ? 1 : 0;
        }
        double error = 3 * Math.sqrt(.09 / draws);
        assertThat(covered / (double) draws).isBetween(.9 - error, .9 + 2 / 1024. + error);
        assertThat(coveredBySubgroup / (double) draws).isBetween(.9 - error, .9 + 2 / 1024. + error);
    }
}
