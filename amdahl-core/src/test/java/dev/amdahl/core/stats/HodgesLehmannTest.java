package dev.amdahl.core.stats;

import static dev.amdahl.core.stats.ReferenceCases.list;
import static dev.amdahl.core.stats.ReferenceCases.number;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class HodgesLehmannTest {

    @Test
    void agreesWithReferenceEstimatesAndExactIntervals() {
        int intervals = 0;
        for (JsonNode reference : ReferenceCases.of("hodges_lehmann.json")) {
            JsonNode expected = reference.get("expected");
            HodgesLehmann actual = HodgesLehmann.of(numbers(reference.get("d")));
            assertThat(actual.estimate()).isEqualTo(number(expected.get("hl")), offset(1e-12));
            for (JsonNode ci : list(expected.get("ci"))) {
                if (ci.has("order_k")) {
                    intervals++;
                    double confidence = ci.get("conf").asDouble();
                    Interval interval = actual.interval(confidence);
                    String id = reference.get("id").asText() + " at " + confidence;
                    assertThat(interval.lower()).as(id).isEqualTo(number(ci.get("lower")), offset(1e-12));
                    assertThat(interval.upper()).as(id).isEqualTo(number(ci.get("upper")), offset(1e-12));
                    assertThat(actual.achievedConfidence(confidence))
                            .as(id)
                            .isEqualTo(number(ci.get("achieved_conf")), offset(1e-12));
                }
            }
        }
        assertThat(intervals).isEqualTo(33);
    }

    @Test
    void exactIntervalsOfLargeSamplesAreCloseToTheAsymptoticOnes() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("hodges_lehmann.json")) {
            for (JsonNode ci : list(reference.get("expected").get("ci"))) {
                if (!ci.has("order_k")) {
                    compared++;
                    Interval interval = HodgesLehmann.interval(
                            numbers(reference.get("d")), ci.get("conf").asDouble());
                    assertThat(interval.lower()).isEqualTo(number(ci.get("r_lower")), offset(2e-4));
                    assertThat(interval.upper()).isEqualTo(number(ci.get("r_upper")), offset(2e-4));
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
