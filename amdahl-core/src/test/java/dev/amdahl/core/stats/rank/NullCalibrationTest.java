package dev.amdahl.core.stats.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.spi.contract.Requires;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often tests reject where there is nothing: at their attainable level, and at the level asked for where it is fine. */
@Tag("harness")
class NullCalibrationTest {

    private static final int DRAWS = Requires.fullSize() ? 20_000 : 2_000;
    private static final SignedRankTest SIGNED = SignedRankTest.withDefaults();
    private static final MannWhitneyTest TWO = MannWhitneyTest.withDefaults();

    @Test
    void exactTestsOfFewValuesRejectAtTheirAttainableLevel() {
        assertAttained(random -> SIGNED.test(laplace(random, 8)).p(), .05);
        assertAttained(random -> SIGNED.test(laplace(random, 20)).p(), .05);
        assertAttained(random -> SIGNED.test(laplace(random, 20)).p(), .01);
        assertAttained(
                random -> TWO.test(laplace(random, 7), laplace(random, 9)).p(), .05);
        assertAttained(random -> TWO.testAlternating(laplace(random, 20)).p(), .05);
    }

    @Test
    void testsOfManyValuesRejectAtTheLevelAskedFor() {
        assertNominal(random -> SIGNED.test(laplace(random, 60)).p());
        assertNominal(random ->
                SIGNED.with(NullDistribution.NORMAL).test(laplace(random, 100)).p());
        assertNominal(
                random -> TWO.test(laplace(random, 40), laplace(random, 30)).p());
    }

    @Test
    void tiesAndZerosNeverRaiseTheLevel() {
        for (Zeros zeros : Zeros.values()) {
            SignedRankTest test = SIGNED.with(zeros);
            int rejected = rejections(random -> test.test(coarse(random, 25)).p(), .05);
            assertThat(rejected / (double) DRAWS).isLessThan(.05 + 3 * error(.05));
            assertThat(rejected / (double) DRAWS).isGreaterThan(.03);
        }
        int rejected = rejections(
                random -> TWO.test(coarse(random, 10), coarse(random, 12)).p(), .05);
        assertThat(rejected / (double) DRAWS).isBetween(.02, .05 + 3 * error(.05));
    }

    private static void assertAttained(ToDoubleFunction<SplittableRandom> test, double alpha) {
        SplittableRandom random = new SplittableRandom(31);
        double level = 0;
        int rejected = 0;
        for (int i = 0; i < DRAWS; i++) {
            double p = test.applyAsDouble(random);
            if (p <= alpha) {
                rejected++;
                level = Math.max(level, p);
            }
        }
        assertThat(level).isGreaterThan(alpha / 2);
        assertThat(rejected / (double) DRAWS).isEqualTo(level, offset(3 * error(level)));
    }

    private static void assertNominal(ToDoubleFunction<SplittableRandom> test) {
        SplittableRandom random = new SplittableRandom(33);
        double[] p = random.doubles(DRAWS).map(u -> test.applyAsDouble(random)).toArray();
        for (double alpha : new double[] {.05, .01}) {
            int rejected =
                    (int) Arrays.stream(p).filter(value -> value <= alpha).count();
            assertThat(Binomial.twoSided(rejected, DRAWS, alpha))
                    .as("%s of %s at %s", rejected, DRAWS, alpha)
                    .isGreaterThan(1e-4);
        }
    }

    private static int rejections(ToDoubleFunction<SplittableRandom> test, double alpha) {
        SplittableRandom random = new SplittableRandom(32);
        int rejected = 0;
        for (int i = 0; i < DRAWS; i++) {
            rejected += test.applyAsDouble(random) <= alpha ? 1 : 0;
        }
        return rejected;
    }

    private static double error(double level) {
        return Math.sqrt(level * (1 - level) / DRAWS);
    }

    private static double[] laplace(SplittableRandom random, int n) {
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = Math.log1p(-random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
        }
        return x;
    }

    private static double[] coarse(SplittableRandom random, int n) {
        double[] x = laplace(random, n);
        for (int i = 0; i < n; i++) {
            x[i] = Math.rint(2 * x[i]);
        }
        return x;
    }
}
