package dev.amdahl.core.stats.rank;

import static dev.amdahl.core.stats.ReferenceCases.number;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.ReferenceCases;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MannWhitneyTestTest {

    private static final MannWhitneyTest TEST = MannWhitneyTest.withDefaults();

    @Test
    void agreesWithReferenceOfEvenAndOddPositions() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("diagnostics.json")) {
            JsonNode expected = reference.get("expected");
            MannWhitneyTest.Result actual = TEST.testAlternating(numbers(reference.get("x")));
            assertThat(actual.u()).isEqualTo(number(expected.get("mann_whitney_alternate_U")));
            assertThat(actual.p()).isEqualTo(number(expected.get("mann_whitney_alternate_p")), offset(1e-9));
            assertThat(actual.exact()).isTrue();
            compared++;
        }
        assertThat(compared).isEqualTo(6);
    }

    @Test
    void everyChoiceOfTiedRanksIsCounted() {
        double[] pool = {1, 1, 1, 2, 5, 5, 6, 7, 7};
        for (int chosen = 1; chosen < 511; chosen += 3) {
            double[] x = choose(pool, chosen, 1);
            double u = TEST.test(x, choose(pool, chosen, 0)).u();
            int less = 0;
            int greater = 0;
            int all = 0;
            for (int other = 1; other < 511; other++) {
                if (Integer.bitCount(other) == x.length) {
                    double v = pairsAbove(choose(pool, other, 1), choose(pool, other, 0));
                    all++;
                    less += v <= u ? 1 : 0;
                    greater += v >= u ? 1 : 0;
                }
            }
            double[] y = choose(pool, chosen, 0);
            assertThat(u).isEqualTo(pairsAbove(x, y));
            assertThat(TEST.with(Alternative.LESS).test(x, y).p()).isEqualTo((double) less / all, offset(1e-13));
            assertThat(TEST.with(Alternative.GREATER).test(x, y).p()).isEqualTo((double) greater / all, offset(1e-13));
            assertThat(TEST.test(x, y).p()).isEqualTo(Math.min(1, 2.0 * Math.min(less, greater) / all), offset(1e-13));
        }
    }

    @Test
    void largeSamplesTakeTheNormalApproximation() {
        SplittableRandom random = new SplittableRandom(1);
        double[] x = random.doubles(3000).toArray();
        double[] y = random.doubles(3000).map(u -> u + .02).toArray();
        MannWhitneyTest.Result result = TEST.test(x, y);
        assertThat(result.exact()).isFalse();
        assertThat(result.p()).isBetween(1e-6, .1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TEST.with(NullDistribution.EXACT).test(x, y))
                .withMessageContaining("3000");
    }

    @Test
    void normalApproximationIsCloseToTheExactOne() {
        SplittableRandom random = new SplittableRandom(2);
        double[] x = random.doubles(60).toArray();
        double[] y = random.doubles(40).map(u -> u + .1).toArray();
        assertThat(TEST.with(NullDistribution.NORMAL_CONTINUOUS).test(x, y).p())
                .isEqualTo(TEST.test(x, y).p(), offset(2e-3));
    }

    @Test
    void equalValuesSayNothing() {
        double[] ones = {1, 1, 1, 1};
        assertThat(TEST.test(ones, ones).p()).isEqualTo(1);
        assertThat(TEST.with(NullDistribution.NORMAL).test(ones, ones).p()).isEqualTo(1);
    }

    @Test
    void emptyAndFailedSamplesAreRefused() {
        double[] one = {1};
        assertThatIllegalArgumentException().isThrownBy(() -> TEST.test(one, new double[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TEST.test(one, new double[] {Double.POSITIVE_INFINITY}))
                .withMessageContaining("y[0]");
        assertThatIllegalArgumentException().isThrownBy(() -> TEST.testAlternating(one));
    }

    private static double[] choose(double[] pool, int mask, int bit) {
        return java.util.stream.IntStream.range(0, pool.length)
                .filter(i -> ((mask >> i) & 1) == bit)
                .mapToDouble(i -> pool[i])
                .toArray();
    }

    private static double pairsAbove(double[] x, double[] y) {
        double u = 0;
        for (double a : x) {
            for (double b : y) {
                u += a > b ? 1 : a == b ? .5 : 0;
            }
        }
        return u;
    }
}
