package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.spi.contract.Requires;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** How often each test rejects where nothing differs: fixed seeds, a two-sided binomial test of the share at 1e-4. */
class NullCalibrationTest {

    private static final int N = 24;
    private static final int DRAWS = Requires.fullSize() ? 20_000 : 2_000;

    private static double[] normal(SplittableRandom random, int n, double sd) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = sd * random.nextGaussian();
        }
        return values;
    }

    private static int rejections(long seed, double level, ToDoubleFunction<SplittableRandom> p) {
        SplittableRandom random = new SplittableRandom(seed);
        int rejected = 0;
        for (int i = 0; i < DRAWS; i++) {
            rejected += p.applyAsDouble(random) <= level ? 1 : 0;
        }
        return rejected;
    }

    private static void holdsItsLevel(long seed, ToDoubleFunction<SplittableRandom> p) {
        for (double level : new double[] {.05, .01}) {
            int rejected = rejections(seed, level, p);
            assertThat(Binomial.twoSided(rejected, DRAWS, level))
                    .as("%d of %d rejected at %s", rejected, DRAWS, level)
                    .isGreaterThan(1e-4);
        }
    }

    @Test
    void pairedTestHoldsItsLevel() {
        for (Alternative side : Alternative.values()) {
            holdsItsLevel(
                    1,
                    random -> TTest.paired(normal(random, N, .04), 0, side, .95).p());
        }
    }

    @Test
    void welchTestHoldsItsLevelWithUnequalSpread() {
        holdsItsLevel(
                2,
                random -> TTest.welch(normal(random, N, .02), normal(random, 2 * N, .06), Alternative.TWO_SIDED, .95)
                        .p());
    }

    @Test
    void adjustedEffectHoldsItsLevel() {
        holdsItsLevel(4, random -> adjusted(random, false).p());
    }

    /**
     * HC3 is a large-sample error and errs on the safe side here: of 20,000 draws it rejected .043 at .05 and .008 at .01 where
     * the noise is constant, .033 and .003 where it grows with the covariate (the classical error .051 and .046 at .05).
     */
    @Test
    void robustErrorStaysNearItsLevelWhereTheNoiseIsUneven() {
        assertThat(rejections(5, .05, random -> adjusted(random, false).pHc3()) / (double) DRAWS)
                .isBetween(.025, .06);
        assertThat(rejections(6, .05, random -> adjusted(random, true).pHc3()) / (double) DRAWS)
                .isBetween(.025, .07);
    }

    private static AdjustedEffect adjusted(SplittableRandom random, boolean uneven) {
        double[] z = normal(random, N, .2);
        double[] y = normal(random, N, .03);
        for (int i = 0; i < N; i++) {
            y[i] = y[i] * (uneven ? Math.abs(z[i]) / .2 : 1) + .9 * z[i];
        }
        return AdjustedEffect.of(y, new double[][] {z}, .95);
    }
}
