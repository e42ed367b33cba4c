package dev.amdahl.core.stats.rank;

import static dev.amdahl.core.stats.ReferenceCases.number;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class KendallTest {

    @Test
    void agreesWithReferenceTrends() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("diagnostics.json")) {
            JsonNode expected = reference.get("expected");
            Kendall.Result actual = Kendall.trend(numbers(reference.get("x")));
            assertThat(actual.s()).isEqualTo(expected.get("mann_kendall_S").asLong());
            assertThat(actual.tau()).isEqualTo(number(expected.get("kendall_tau")), offset(1e-9));
            assertThat(actual.p()).isCloseTo(number(expected.get("kendall_p")), Percentage.withPercentage(1e-7));
            compared++;
        }
        assertThat(compared).isEqualTo(6);
    }

    @Test
    void scoresOfTiedSeriesAreThoseOfAllPairs() {
        SplittableRandom random = new SplittableRandom(3);
        for (int run = 0; run < 50; run++) {
            double[] x = random.ints(2 + run, 0, 8).asDoubleStream().toArray();
            long s = 0;
            for (int i = 0; i < x.length; i++) {
                for (int j = i + 1; j < x.length; j++) {
                    s += (long) Math.signum(x[j] - x[i]);
                }
            }
            assertThat(Kendall.trend(x).s()).isEqualTo(s);
        }
    }

    /** From scipy 1.17.1, kendalltau(range(10), x). */
    @Test
    void tiesAreCorrectedAsInScipy() {
        Kendall.Result actual = Kendall.trend(new double[] {1, 1, 2, 2, 2, 5, 4, 4, 7, 6});
        assertThat(actual.exact()).isFalse();
        assertThat(actual.tau()).isEqualTo(0.8013876853447538, offset(1e-12));
        assertThat(actual.p()).isCloseTo(0.001855610478284524, Percentage.withPercentage(1e-9));
    }

    @Test
    void orderedSeriesAreExactAtAnyLengthThatFits() {
        double[] rising = new SplittableRandom(4).doubles(100).sorted().toArray();
        assertThat(Kendall.trend(rising).tau()).isEqualTo(1);
        assertThat(Kendall.trend(rising).p()).isCloseTo(2 / factorial(100), Percentage.withPercentage(1e-8));
        double[] two = {2, 1};
        assertThat(Kendall.trend(two).p()).isEqualTo(1);
    }

    @Test
    void equalValuesSayNothingAndFailedOnesAreRefused() {
        assertThat(Kendall.trend(new double[] {3, 3, 3}).p()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> Kendall.trend(new double[] {1}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Kendall.trend(new double[] {1, Double.NaN}))
                .withMessageContaining("x[1]");
    }

    private static double factorial(int n) {
        return n < 2 ? 1 : n * factorial(n - 1);
    }
}
