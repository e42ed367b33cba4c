package dev.amdahl.core.stats.bootstrap;

import static dev.amdahl.core.stats.ReferenceCases.list;
import static dev.amdahl.core.stats.ReferenceCases.number;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.ReferenceCases;
import dev.amdahl.core.stats.Summary;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BootstrapTest {

    private static final int RESAMPLES = 20_000;
    private static final double[] SKEWED = {.1, .2, .3, .1, .4, 2.5, .2, .1, .6, .3, .2, 1.1};

    @Test
    void agreesWithBootstrapsOfTheMeanEnumeratedInFull() {
        int intervals = 0;
        for (JsonNode reference : ReferenceCases.of("bootstrap.json")) {
            if (reference.get("kind").asText().equals("ideal_mean")) {
                JsonNode expected = reference.get("expected");
                Bootstrap actual = Bootstrap.ofMean(numbers(reference.get("x")), 1 << 20, 11);
                double tolerance = number(expected.get("mc_tolerance"));
                assertThat(actual.estimate()).isEqualTo(number(expected.get("mean")), offset(1e-15));
                assertThat(actual.acceleration()).isEqualTo(number(expected.get("acceleration")), offset(1e-10));
                assertThat(actual.biasCorrection()).isEqualTo(number(expected.get("z0")), offset(.005));
                for (JsonNode interval : list(expected.get("intervals"))) {
                    intervals++;
                    double confidence = interval.get("conf").asDouble();
                    double tail = (1 - confidence) / 2;
                    double[] levels = numbers(interval.get("bca_levels"));
                    assertThat(actual.bcaLevel(tail)).isEqualTo(levels[0], offset(.001));
                    assertThat(actual.bcaLevel(1 - tail)).isEqualTo(levels[1], offset(.001));
                    assertClose(actual.percentile(confidence), interval.get("percentile"), tolerance);
                    double[] bca = numbers(interval.get("bca"));
                    assertThat(actual.quantile(actual.bcaLevel(tail))).isEqualTo(bca[0], offset(tolerance));
                    assertThat(actual.quantile(actual.bcaLevel(1 - tail))).isEqualTo(bca[1], offset(tolerance));
                }
            }
        }
        assertThat(intervals).isEqualTo(10);
    }

    @Test
    void agreesWithBootstrapsOfMeansMediansAndHodgesLehmannEstimates() {
        Map<String, Statistic> statistics =
                Map.of("mc_mean", Summary::mean, "mc_median", Summary::median, "mc_hl", HodgesLehmann::estimate);
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("bootstrap.json")) {
            Statistic statistic = statistics.get(reference.get("kind").asText());
            if (statistic != null) {
                compared++;
                double[] x = numbers(reference.get("x"));
                assertAgrees(
                        reference,
                        Bootstrap.of(
                                x,
                                statistic,
                                reference
                                        .get("expected")
                                        .get("n_resamples_per_seed")
                                        .asInt(),
                                12));
                if (reference.get("kind").asText().equals("mc_mean")) {
                    assertAgrees(reference, Bootstrap.ofMean(x, RESAMPLES, 13));
                    JsonNode expected = reference.get("expected");
                    assertClose(
                            StudentisedBootstrap.ofMean(x, RESAMPLES, 14).interval(.95),
                            expected.get("studentised_t"),
                            number(expected.get("mc_tolerance")));
                }
            }
        }
        assertThat(compared).isEqualTo(7);
    }

    @Test
    void oneSeedGivesOneDistribution() {
        Bootstrap first = Bootstrap.ofMean(SKEWED, 1000, 7);
        assertThat(Bootstrap.ofMean(SKEWED, 1000, 7).bca(.9)).isEqualTo(first.bca(.9));
        assertThat(Bootstrap.ofMean(SKEWED, 1000, 8).bca(.9)).isNotEqualTo(first.bca(.9));
    }

    @Test
    void scaleAndPlaceCarryOver() {
        double[] moved = SKEWED.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] = 1000 + 4 * moved[i];
        }
        Interval interval = Bootstrap.ofMean(SKEWED, 1000, 7).bca(.9);
        Interval other = Bootstrap.ofMean(moved, 1000, 7).bca(.9);
        assertThat(other.lower()).isEqualTo(1000 + 4 * interval.lower(), offset(1e-9));
        assertThat(other.upper()).isEqualTo(1000 + 4 * interval.upper(), offset(1e-9));
    }

    @Test
    void skewMovesTheAcceleratedIntervalTowardsTheTail() {
        Bootstrap bootstrap = Bootstrap.ofMean(SKEWED, 20_000, 9);
        assertThat(bootstrap.acceleration()).isPositive();
        assertThat(bootstrap.bca(.95).upper())
                .isGreaterThan(bootstrap.percentile(.95).upper());
        assertThat(bootstrap.basic(.95).upper())
                .isLessThan(bootstrap.percentile(.95).upper());
    }

    @Test
    void acceleratedIntervalOfFewValuesIsRefused() {
        Bootstrap nine = Bootstrap.ofMean(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, 1000, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nine.bca(.95))
                .withMessageContaining("was 9")
                .withMessageContaining("Hodges-Lehmann");
        assertThat(nine.percentile(.95).isBounded()).isTrue();
    }

    @Test
    void intervalsThatTheResamplesCannotReachAreUnbounded() {
        Bootstrap few = Bootstrap.ofMean(SKEWED, 100, 1);
        assertThat(few.percentile(.95).isBounded()).isTrue();
        assertThat(few.percentile(.999)).isEqualTo(Interval.unbounded(.999));
        double[] equal = {.3, .3, .3, .3, .3, .3, .3, .3, .3, .3};
        assertThat(Bootstrap.ofMean(equal, 1000, 1).bca(.95)).isEqualTo(Interval.unbounded(.95));
        assertThat(Bootstrap.of(equal, Summary::median, 1000, 1).percentile(.95))
                .isEqualTo(Interval.unbounded(.95));
        assertThat(StudentisedBootstrap.ofMean(equal, 1000, 1).interval(.95)).isEqualTo(Interval.unbounded(.95));
        assertThat(Bootstrap.of(SKEWED, BootstrapTest::largest, 1000, 1).bca(.95))
                .matches(interval -> !interval.isBounded());
    }

    @Test
    void studentisedIntervalOfAGivenErrorIsThatOfTheMean() {
        StudentisedBootstrap quick = StudentisedBootstrap.ofMean(SKEWED, 1000, 5);
        StudentisedBootstrap general = StudentisedBootstrap.of(
                SKEWED, Summary::mean, x -> Summary.standardDeviation(x) / Math.sqrt(x.length), 1000, 5);
        assertThat(general.estimate()).isEqualTo(quick.estimate(), offset(1e-15));
        assertThat(general.standardError()).isEqualTo(quick.standardError(), offset(1e-15));
        assertThat(general.interval(.9).lower()).isEqualTo(quick.interval(.9).lower(), offset(1e-12));
        assertThat(general.interval(.9).upper()).isEqualTo(quick.interval(.9).upper(), offset(1e-12));
    }

    @Test
    void twoValuesSupportNoStudentisedInterval() {
        assertThat(StudentisedBootstrap.ofMean(new double[] {1, 2}, 1000, 1).interval(.95))
                .isEqualTo(Interval.unbounded(.95));
    }

    @Test
    void failedMeasurementsAndUndefinedStatisticsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Bootstrap.ofMean(new double[] {1}, 1000, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Bootstrap.ofMean(new double[] {}, 1000, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bootstrap.ofMean(new double[] {1, Double.NaN}, 1000, 1))
                .withMessageContaining("sample[1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bootstrap.ofMean(SKEWED, 99, 1))
                .withMessageContaining("99");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bootstrap.ofMean(ramp(10_000_000), 10_000, 1))
                .withMessageContaining("10000000 values");
        assertThatIllegalArgumentException().isThrownBy(() -> Bootstrap.of(SKEWED, x -> Double.NaN, 1000, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StudentisedBootstrap.of(SKEWED, Summary::mean, x -> Double.NaN, 1000, 1));
    }

    private static double[] ramp(int n) {
        double[] x = new double[n];
        Arrays.setAll(x, i -> i);
        return x;
    }

    private static double largest(double[] x) {
        return Summary.quantile(x, 1);
    }

    private static void assertAgrees(JsonNode reference, Bootstrap actual) {
        JsonNode expected = reference.get("expected");
        double tolerance = number(expected.get("mc_tolerance"));
        assertThat(actual.estimate()).isEqualTo(number(expected.get("estimate")), offset(1e-12));
        assertThat(actual.acceleration()).isEqualTo(number(expected.get("acceleration")), offset(1e-10));
        JsonNode methods = expected.get("methods");
        assertClose(actual.bca(.95), methods.get("BCa").get("interval"), tolerance);
        assertClose(actual.percentile(.95), methods.get("percentile").get("interval"), tolerance);
        assertClose(actual.basic(.95), methods.get("basic").get("interval"), tolerance);
    }

    private static void assertClose(Interval actual, JsonNode expected, double tolerance) {
        assertThat(actual.lower()).isEqualTo(number(expected.get(0)), offset(tolerance));
        assertThat(actual.upper()).isEqualTo(number(expected.get(1)), offset(tolerance));
    }
}
