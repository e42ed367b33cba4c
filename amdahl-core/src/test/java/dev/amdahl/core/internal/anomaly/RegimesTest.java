package dev.amdahl.core.internal.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.stats.ReferenceCases;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RegimesTest {

    /** Upstream's own test of the series takes .01 and 100 permutations, and expects 117 change points. */
    private static final RegimePolicy UPSTREAM = new RegimePolicy(.01, 199, .999, 0);

    @Test
    void plantedChangesAreFoundAndNoneElse() {
        double[] series = noise(90, 1);
        for (int i = 30; i < 60; i++) {
            series[i] += 8;
        }
        Regimes regimes = Regimes.of(series, 1);
        assertThat(regimes.all()).extracting(Regime::from).containsExactly(0, 30, 60);
        assertThat(regimes.all().get(1).mean()).isBetween(107.0, 109.0);
    }

    @Test
    void noiseAloneIsOneRegimeAtTheStatedRate() {
        int runs = Requires.fullSize() ? 2000 : 200;
        int split = 0;
        int gated = 0;
        RegimePolicy open = new RegimePolicy(.05, 99, .999, 0);
        for (int run = 0; run < runs; run++) {
            double[] series = noise(40, run);
            split += Regimes.of(series, open, run).all().size() > 1 ? 1 : 0;
            gated += Regimes.of(series, RegimePolicy.DEFAULT, run).all().size() > 1 ? 1 : 0;
        }
        assertThat(split / (double) runs)
                .isBetween(.05 - 4 * Math.sqrt(.0475 / runs), .05 + 4 * Math.sqrt(.0475 / runs));
        assertThat(gated).isLessThanOrEqualTo(split);
    }

    @Test
    void gateDropsChangesThatAreTooSmallToMatter() {
        double[] series = noise(200, 3);
        for (int i = 100; i < 200; i++) {
            series[i] += 3;
        }
        assertThat(Regimes.of(series, 1).all()).hasSize(2);
        assertThat(Regimes.of(series, new RegimePolicy(.05, 199, .001, .05), 1).all())
                .hasSize(1);
    }

    @Test
    void changesOfReferenceSeriesAreNearTheTrueOnes() {
        int found = 0;
        for (JsonNode reference : ReferenceCases.of("e_divisive.json")) {
            double[] truth = ReferenceCases.numbers(reference.get("true_change_points"));
            double[] series = ReferenceCases.numbers(reference.get("series"));
            if (series.length >= 40 && truth.length != 1) {
                List<Regime> actual = Regimes.of(series, 5).all();
                assertThat(actual).hasSize(truth.length + 1);
                for (int i = 0; i < truth.length; i++) {
                    found++;
                    assertThat(actual.get(i + 1).from()).isBetween((int) truth[i] - 2, (int) truth[i] + 2);
                }
            }
        }
        assertThat(found).isEqualTo(2);
    }

    @Test
    void thousandsOfMeasurementsHaveAsManyChangesAsUpstreamFinds() throws IOException {
        double[] huge = series("huge");
        if (Requires.fullSize()) {
            assertThat(Regimes.of(huge, UPSTREAM, 1).all()).hasSizeBetween(106, 131);
        } else {
            double[] part = Arrays.copyOf(huge, 1000);
            assertThat(Regimes.of(part, UPSTREAM, 1).all()).hasSizeBetween(6, 61);
        }
    }

    @Test
    void regimesOfMeasuredSeriesCoverItWithoutGaps() throws IOException {
        double[] series = series("real_series");
        Regimes regimes = Regimes.of(series, 1);
        int next = 0;
        for (Regime regime : regimes.all()) {
            assertThat(regime.from()).isEqualTo(next);
            assertThat(regime.size()).isPositive();
            next = regime.to();
        }
        assertThat(next).isEqualTo(series.length);
        assertThat(Regimes.of(series, 1).all()).isEqualTo(regimes.all());
    }

    @Test
    void oneValueAndConstantsAreOneRegimeAndFailedOnesRefused() {
        assertThat(Regimes.of(new double[] {3}, 1).all()).containsExactly(new Regime(0, 1, 3, 0));
        assertThat(Regimes.of(new double[50], 1).all()).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> Regimes.of(new double[0], 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Regimes.of(new double[] {Double.NaN}, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Regimes.of(new double[10_000_000], 1))
                .withMessageContaining("10000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RegimePolicy(.01, 50, .001, 0))
                .withMessageContaining("99");
    }

    private static double[] noise(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, n)
                .mapToDouble(i -> 100 + random.nextGaussian())
                .toArray();
    }

    private static double[] series(String name) throws IOException {
        JsonNode all = new ObjectMapper()
                .readTree(Requires.data("stats/noise/mongodb_series.json").toFile());
        for (JsonNode series : all.get("series")) {
            if (series.get("name").asText().equals(name)) {
                return ReferenceCases.numbers(series.get("values"));
            }
        }
        throw new IllegalStateException("no series " + name);
    }
}
