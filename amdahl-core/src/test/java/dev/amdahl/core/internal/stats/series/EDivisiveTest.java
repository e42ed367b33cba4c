package dev.amdahl.core.internal.stats.series;

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

class EDivisiveTest {

    private static final Percentage RELATIVE = Percentage.withPercentage(1e-7);

    @Test
    void agreesWithReferenceStatisticsOfBothForms() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("e_divisive.json")) {
            double[] series = numbers(reference.get("series"));
            JsonNode expected = reference.get("expected");
            double[] statistics = EDivisive.statistics(series);
            double[] wanted = numbers(expected.get("v_statistic"));
            for (int i = 0; i < wanted.length; i++) {
                assertThat(statistics[i]).isCloseTo(wanted[i], RELATIVE);
            }
            Split best = EDivisive.best(series);
            assertThat(best.position()).isEqualTo(expected.get("v_tau").asInt());
            assertThat(best.statistic()).isCloseTo(number(expected.get("v_qmax")), RELATIVE);
            Split withEnd = EDivisive.bestWithEnd(series);
            assertThat(withEnd.position()).isEqualTo(expected.get("otava_tau").asInt());
            assertThat(withEnd.end()).isEqualTo(expected.get("otava_kappa").asInt());
            assertThat(withEnd.statistic()).isCloseTo(number(expected.get("otava_qmax")), RELATIVE);
            compared++;
        }
        assertThat(compared).isEqualTo(8);
    }

    @Test
    void agreesWithReferenceProbabilities() {
        int exact = 0;
        int random = 0;
        for (JsonNode reference : ReferenceCases.of("e_divisive.json")) {
            JsonNode expected = reference.get("expected");
            double[] series = numbers(reference.get("series"));
            if (expected.has("exact_perm_p")) {
                exact++;
                double p = expected.get("exact_perm_num").asDouble()
                        / expected.get("exact_perm_den").asDouble();
                assertThat(EDivisive.pValue(series, 1, 1)).isEqualTo(p, offset(1e-15));
            } else if (expected.has("mc_perm_p")) {
                random++;
                double p = number(expected.get("mc_perm_p"));
                double draws = number(expected.get("mc_B"));
                assertThat(EDivisive.pValue(series, 1999, 1))
                        .isEqualTo(p, offset(4 * Math.sqrt(p * (1 - p) / draws) + 2 / draws));
            }
        }
        assertThat(exact).isEqualTo(3);
        assertThat(random).isEqualTo(4);
    }

    @Test
    void tiedValuesHaveTheStatisticsOfTheDefinition() {
        double[] series =
                new SplittableRandom(1).ints(40, 0, 5).asDoubleStream().toArray();
        double[] statistics = EDivisive.statistics(series);
        for (int t = 1; t < series.length; t++) {
            double m = series.length - t;
            double energy = 2 * distances(series, 0, t, t, series.length) / (t * m)
                    - distances(series, 0, t, 0, t) / ((double) t * t)
                    - distances(series, t, series.length, t, series.length) / (m * m);
            assertThat(statistics[t - 1]).isEqualTo(t * m / series.length * energy, offset(1e-12));
        }
    }

    @Test
    void constantSeriesNeverChanges() {
        double[] constant = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
        assertThat(EDivisive.pValue(constant, 99, 1)).isEqualTo(1);
        assertThat(EDivisive.pValue(new double[] {1, 2}, 99, 1)).isEqualTo(1);
    }

    @Test
    void probabilityIsNeverZero() {
        double[] step = new double[40];
        for (int i = 0; i < step.length; i++) {
            step[i] = i < 20 ? i * 1e-3 : 10 + i * 1e-3;
        }
        assertThat(EDivisive.pValue(step, 199, 1)).isEqualTo(1 / 200.0);
    }

    @Test
    void shortAndFailedSeriesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> EDivisive.statistics(new double[] {1}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EDivisive.best(new double[] {1, Double.NaN}))
                .withMessageContaining("series[1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EDivisive.bestWithEnd(new double[EDivisive.MAX_WITH_END + 1]))
                .withMessageContaining("32768");
        assertThatIllegalArgumentException().isThrownBy(() -> EDivisive.pValue(new double[] {1, 2}, 0, 1));
    }

    private static double distances(double[] x, int from, int to, int otherFrom, int otherTo) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            for (int j = otherFrom; j < otherTo; j++) {
                sum += Math.abs(x[i] - x[j]);
            }
        }
        return sum;
    }
}
