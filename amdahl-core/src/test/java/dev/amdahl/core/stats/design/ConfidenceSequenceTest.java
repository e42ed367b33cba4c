package dev.amdahl.core.stats.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.Interval;
import dev.amdahl.spi.contract.Requires;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConfidenceSequenceTest {

    private static final double SIGMA = .1;
    private static final ConfidenceSequence SEQUENCE = new ConfidenceSequence(SIGMA, .95);

    @Test
    void boundsPartShiftsThatAreRejectedFromThoseThatAreNot() {
        double[] d = draw(new SplittableRandom(4), 30, -.1);
        Interval interval = SEQUENCE.interval(d);
        assertThat(interval.isBounded()).isTrue();
        assertThat(interval.contains(-.1)).isTrue();
        assertThat(largestEvidence(d, interval.upper() + 1e-6)).isGreaterThanOrEqualTo(40);
        assertThat(largestEvidence(d, interval.upper() - 1e-6)).isLessThan(40);
    }

    @Test
    void coversAtEveryLookTogether() {
        SplittableRandom random = new SplittableRandom(5);
        int experiments = Requires.fullSize() ? 2000 : 300;
        int covered = 0;
        for (int i = 0; i < experiments; i++) {
            covered += SEQUENCE.interval(draw(random, 50, -.2)).contains(-.2) ? 1 : 0;
        }
        assertThat(covered / (double) experiments).isGreaterThan(.94);
    }

    @Test
    void fewTrialsBoundNothing() {
        assertThat(SEQUENCE.interval(new double[] {-.1, -.1})).isEqualTo(Interval.unbounded(.95));
        assertThat(SEQUENCE.interval(new double[0])).isEqualTo(Interval.unbounded(.95));
    }

    @Test
    void negatedDataHaveTheNegatedInterval() {
        double[] d = draw(new SplittableRandom(6), 30, -.1);
        Interval interval = SEQUENCE.interval(d);
        Interval mirrored = SEQUENCE.interval(Arrays.stream(d).map(x -> -x).toArray());
        assertThat(mirrored.lower()).isEqualTo(-interval.upper());
        assertThat(mirrored.upper()).isEqualTo(-interval.lower());
    }

    private static double largestEvidence(double[] d, double point) {
        PredictiveEProcess process = new PredictiveEProcess(SIGMA, Direction.WIN, point);
        Arrays.stream(d).forEach(process::add);
        return process.maxEvidence();
    }

    private static double[] draw(SplittableRandom random, int n, double effect) {
        double[] d = new double[n];
        Arrays.setAll(d, i -> effect + SIGMA * random.nextGaussian());
        return d;
    }
}
