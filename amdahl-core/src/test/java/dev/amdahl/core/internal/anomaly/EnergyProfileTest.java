package dev.amdahl.core.internal.anomaly;

import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class EnergyProfileTest {

    private static final Percentage RELATIVE = Percentage.withPercentage(1e-7);

    @Test
    void agreesWithReferenceStatistics() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("e_divisive.json")) {
            double[] statistics = statistics(numbers(reference.get("series")));
            double[] wanted = numbers(reference.get("expected").get("v_statistic"));
            for (int i = 0; i < wanted.length; i++) {
                assertThat(statistics[i]).isCloseTo(wanted[i], RELATIVE);
            }
            compared++;
        }
        assertThat(compared).isEqualTo(8);
    }

    @Test
    void tiedValuesHaveTheStatisticsOfTheDefinition() {
        double[] series =
                new SplittableRandom(1).ints(40, 0, 5).asDoubleStream().toArray();
        double[] statistics = statistics(series);
        for (int t = 1; t < series.length; t++) {
            double m = series.length - t;
            double energy = 2 * distances(series, 0, t, t, series.length) / (t * m)
                    - distances(series, 0, t, 0, t) / ((double) t * t)
                    - distances(series, t, series.length, t, series.length) / (m * m);
            assertThat(statistics[t - 1]).isEqualTo(t * m / series.length * energy, offset(1e-12));
        }
    }

    private static double[] statistics(double[] series) {
        EnergyProfile profile = new EnergyProfile(series, 0, series.length);
        double[] statistics = new double[series.length - 1];
        profile.fill(profile.ranks(), statistics);
        return statistics;
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
