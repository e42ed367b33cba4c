package dev.amdahl.core.stats;

import static dev.amdahl.core.stats.ReferenceCases.list;
import static dev.amdahl.core.stats.ReferenceCases.number;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.contract.Requires;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HodgesLehmannTest {

    @Test
    void agreesWithReferenceEstimatesAndExactIntervals() {
        int intervals = 0;
        for (JsonNode reference : ReferenceCases.of("hodges_lehmann.json")) {
            JsonNode expected = reference.get("expected");
            HodgesLehmann actual = HodgesLehmann.of(numbers(reference.get("d")));
            assertThat(actual.estimate()).isEqualTo(number(expected.get("hl")), offset(1e-12));
            assertThat(actual.averages()).isEqualTo(expected.get("walsh_count").asLong());
            for (JsonNode ci : list(expected.get("ci"))) {
                if (ci.has("order_k")) {
                    intervals++;
                    double confidence = ci.get("conf").asDouble();
                    Interval interval = actual.interval(confidence);
                    String id = reference.get("id").asText() + " at " + confidence;
                    assertThat(interval.lower()).as(id).isEqualTo(number(ci.get("lower")), offset(1e-12));
                    assertThat(interval.upper()).as(id).isEqualTo(number(ci.get("upper")), offset(1e-12));
                    assertThat(actual.boundOrder(confidence))
                            .as(id)
                            .isEqualTo(ci.get("order_k").asLong());
                    assertThat(actual.achievedConfidence(confidence))
                            .as(id)
                            .isEqualTo(number(ci.get("achieved_conf")), offset(1e-12));
                }
            }
        }
        assertThat(intervals).isEqualTo(33);
    }

    @Test
    void intervalsOfLargeSamplesAreThoseOfR() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("hodges_lehmann.json")) {
            for (JsonNode ci : list(reference.get("expected").get("ci"))) {
                if (!ci.has("order_k")) {
                    compared++;
                    HodgesLehmann actual = HodgesLehmann.of(numbers(reference.get("d")));
                    double confidence = ci.get("conf").asDouble();
                    for (Interval interval :
                            List.of(actual.interval(confidence), actual.asymptoticInterval(confidence))) {
                        assertThat(interval.lower()).isEqualTo(number(ci.get("r_lower")), offset(2e-4));
                        assertThat(interval.upper()).isEqualTo(number(ci.get("r_upper")), offset(2e-4));
                    }
                }
            }
        }
        assertThat(compared).isEqualTo(6);
    }

    @Test
    void intervalIsUnboundedWhereTheSampleIsTooSmall() {
        assertThat(HodgesLehmann.interval(new double[] {1, 2, 3, 4, 5}, .95)).isEqualTo(Interval.unbounded(.95));
    }

    @Test
    void selectionFindsEveryOrderStatisticOfTheAverages() {
        double[] d = {-0.0, 3, 3, -2.5, 1e-300, 7, 0.1, -1e12};
        double[] averages = new double[36];
        int next = 0;
        for (int i = 0; i < d.length; i++) {
            for (int j = i; j < d.length; j++) {
                averages[next++] = 0.5 * d[i] + 0.5 * d[j] + 0.0;
            }
        }
        Arrays.sort(averages);
        WalshAverages selected = new WalshAverages(d);
        for (int k = 1; k <= averages.length; k++) {
            assertThat(selected.orderStatistic(k)).isEqualTo(averages[k - 1]);
        }
        assertThat(selected.median()).isEqualTo(Summary.medianOfSorted(averages));
    }

    @Test
    void selectionCopesWithTiesClustersAndTails() {
        SplittableRandom random = new SplittableRandom(8);
        double[][] samples = {
            random.ints(200, 0, 4).asDoubleStream().toArray(),
            random.doubles(200).map(u -> Math.pow(u, -3)).toArray(),
            random.doubles(200).map(u -> u < .5 ? u * 1e-9 : 1e9 + u).toArray(),
            random.doubles(200).map(u -> u < .9 ? 0 : u - .95).toArray(),
        };
        for (double[] d : samples) {
            WalshAverages selected = new WalshAverages(d);
            double[] sorted = new double[(int) selected.count()];
            int next = 0;
            for (int i = 0; i < d.length; i++) {
                for (int j = i; j < d.length; j++) {
                    sorted[next++] = 0.5 * d[i] + 0.5 * d[j];
                }
            }
            Arrays.sort(sorted);
            for (int k = 1; k <= sorted.length; k += 97) {
                assertThat(selected.orderStatistic(k)).isEqualTo(sorted[k - 1] + 0.0);
            }
        }
    }

    @Test
    void oneSidedBoundsAreThoseOfTheIntervalWithTwiceTheTail() {
        double[] d = {.3, .1, -.2, .5, .4, .15, .25, .05};
        HodgesLehmann estimate = HodgesLehmann.of(d);
        assertThat(estimate.lowerBound(.95)).isEqualTo(estimate.interval(.9).lower());
        assertThat(estimate.upperBound(.95)).isEqualTo(estimate.interval(.9).upper());
        assertThat(HodgesLehmann.of(new double[] {1, 2}).upperBound(.95)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(HodgesLehmann.of(new double[] {1, 2}).lowerBound(.95)).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void manyPairsNeedNoMemoryForTheirAverages() {
        int n = Requires.fullSize() ? 10_000_000 : 200_000;
        double[] d = new SplittableRandom(4).doubles(n).toArray();
        HodgesLehmann estimate = HodgesLehmann.of(d);
        assertThat(estimate.estimate()).isEqualTo(.5, offset(5 / Math.sqrt(12.0 * n)));
        Interval interval = estimate.interval(.99);
        assertThat(interval.contains(.5)).isTrue();
        assertThat(interval.upper() - interval.lower()).isEqualTo(2 * 2.576 / Math.sqrt(12.0 * n), offset(1e-4));
    }

    @Test
    void equalValuesAndExtremeOnesKeepTheirAverage() {
        assertThat(HodgesLehmann.estimate(new double[] {2, 2, 2, 2, 2, 2, 2, 2}))
                .isEqualTo(2);
        assertThat(HodgesLehmann.estimate(new double[] {Double.MAX_VALUE, Double.MAX_VALUE}))
                .isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void oneStragglerHardlyMovesTheEstimate() {
        double[] d = {-.1, -.11, -.09, -.1, -.1, -.12, -.08, 3};
        assertThat(HodgesLehmann.estimate(d)).isBetween(-.11, -.08);
    }

    @Test
    void failedMeasurementIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HodgesLehmann.estimate(new double[] {1, Double.NaN}))
                .withMessageContaining("d[1]");
    }
}
