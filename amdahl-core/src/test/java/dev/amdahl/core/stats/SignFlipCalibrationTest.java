package dev.amdahl.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.contract.Requires;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;

/** Under the null, over 20,000 samples of a fixed seed at full size, a level is rejected as often as it says. */
class SignFlipCalibrationTest {
    private static final int DRAWS = Requires.fullSize() ? 20_000 : 4_000;

    /** A two-sided normal test at 1e-4 of a binomial share; its expected counts are 40 and more, 200 at full size. */
    private static final double Z = 3.891;

    private static double[] laplace(int n, SplittableRandom random) {
        double[] d = new double[n];
        Arrays.setAll(d, i -> {
            double size = -Math.log(1 - random.nextDouble()) * (1 + i % 7);
            return random.nextBoolean() ? size : -size;
        });
        return d;
    }

    private static double[] rejections(int n, ToDoubleBiFunction<double[], Long> test) {
        SplittableRandom random = new SplittableRandom(77);
        double[] share = new double[2];
        for (long draw = 0; draw < DRAWS; draw++) {
            double p = test.applyAsDouble(laplace(n, random), draw);
            share[0] += p <= .05 ? 1. / DRAWS : 0;
            share[1] += p <= .01 ? 1. / DRAWS : 0;
        }
        return share;
    }

    private static void assertShare(double share, double level, double z) {
        assertThat(share)
                .isBetween(
                        level - z * Math.sqrt(level * (1 - level) / DRAWS),
                        level + z * Math.sqrt(level * (1 - level) / DRAWS));
    }

    @Test
    void subgroupRejectsAtItsLevelUnderHeteroscedasticLaplaceNoise() {
        for (Alternative alternative : new Alternative[] {Alternative.LESS, Alternative.TWO_SIDED}) {
            double[] share = rejections(
                    60, (d, seed) -> SignFlip.subgroup(d, alternative, 10, seed).p());
            assertShare(share[0], .05, Z);
            assertShare(share[1], .01, Z);
        }
    }

    @Test
    void enumerationOfTwentyRejectsAtItsLevel() {
        double[] share = rejections(
                20, (d, seed) -> SignFlip.exact(d, Alternative.TWO_SIDED).p());
        assertShare(share[0], .05, Z);
        assertShare(share[1], .01, Z);
    }

    @Test
    void discreteTestsReachTheirAttainableLevel() {
        for (int n : new int[] {6, 10}) {
            double[] share = rejections(
                    n, (d, seed) -> SignFlip.exact(d, Alternative.TWO_SIDED).p());
            double step = Math.scalb(2., -n);
            assertShare(share[0], Math.floor(.05 / step) * step, 3);
            assertShare(share[1], Math.floor(.01 / step) * step, 3);
        }
    }
}
