package dev.amdahl.core.stats.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.spi.contract.Requires;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** How often intervals of the nominal .95 hold the truth: what each method really gives, skew and small samples included. */
class CoverageTest {

    private static final int EXPERIMENTS = Requires.fullSize() ? 20_000 : 1_000;
    private static final int RESAMPLES = 599;
    private static final double NOISE = 4 * Math.sqrt(.05 * .95 / EXPERIMENTS);

    @Test
    void normalSamplesOfTwenty() {
        Rates rates = coverage(20, SplittableRandom::nextGaussian, 0);
        assertThat(rates.studentised).isBetween(.945 - NOISE, .96 + NOISE);
        assertThat(rates.hodgesLehmann).isBetween(.945 - NOISE, .96 + NOISE);
        assertThat(rates.accelerated).isBetween(.915 - NOISE, .945 + NOISE);
        assertThat(rates.percentile).isBetween(.91 - NOISE, .94 + NOISE);
    }

    @Test
    void logNormalSamplesOfTwenty() {
        Rates rates = coverage(20, random -> Math.exp(.5 * random.nextGaussian()), Math.exp(.125));
        assertThat(rates.studentised).isBetween(.93 - NOISE, .96 + NOISE);
        assertThat(rates.accelerated).isBetween(.89 - NOISE, .94 + NOISE);
        assertThat(rates.percentile).isLessThan(rates.studentised);
    }

    @Test
    void logNormalSamplesOfTenAreWhereAcceleratedIntervalsFallShort() {
        Rates rates = coverage(10, random -> Math.exp(.5 * random.nextGaussian()), Math.exp(.125));
        assertThat(rates.studentised).isBetween(.92 - NOISE, .96 + NOISE);
        assertThat(rates.accelerated).isBetween(.85 - NOISE, .91 + NOISE);
    }

    private static Rates coverage(int n, ToDoubleFunction<SplittableRandom> source, double truth) {
        SplittableRandom random = new SplittableRandom(20);
        Rates hits = new Rates();
        for (int i = 0; i < EXPERIMENTS; i++) {
            double[] x =
                    random.doubles(n).map(u -> source.applyAsDouble(random)).toArray();
            Bootstrap bootstrap = Bootstrap.ofMean(x, RESAMPLES, i);
            hits.percentile += share(bootstrap.percentile(.95), truth);
            hits.accelerated += share(bootstrap.bca(.95), truth);
            hits.studentised +=
                    share(StudentisedBootstrap.ofMean(x, RESAMPLES, i).interval(.95), truth);
            hits.hodgesLehmann += share(HodgesLehmann.interval(x, .95), truth);
        }
        return hits;
    }

    private static double share(Interval interval, double truth) {
        return interval.contains(truth) ? 1.0 / EXPERIMENTS : 0;
    }

    private static final class Rates {
        private double percentile;
        private double accelerated;
        private double studentised;
        private double hodgesLehmann;

        @Override
        public String toString() {
            return percentile + " " + accelerated + " " + studentised + " " + hodgesLehmann;
        }
    }
}
