package dev.amdahl.core.stats.series;

import static dev.amdahl.core.stats.ReferenceCases.number;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import dev.amdahl.core.stats.Summary;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DiagnosticsTest {

    @Test
    void agreesWithReferenceDependence() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("diagnostics.json")) {
            double[] x = numbers(reference.get("x"));
            JsonNode expected = reference.get("expected");
            assertThat(Autocorrelation.at(x, 1)).isEqualTo(number(expected.get("lag1_autocorr")), offset(1e-9));
            assertThat(Autocorrelation.durbinWatson(x)).isEqualTo(number(expected.get("durbin_watson")), offset(1e-9));
            assertThat(Autocorrelation.effectiveSize(x)).isEqualTo(number(expected.get("n_eff_ar1")), offset(1e-9));
            for (int i = 0; i < expected.get("ljung_box_lags").size(); i++) {
                compared++;
                Autocorrelation.LjungBox actual = Autocorrelation.ljungBox(
                        x, expected.get("ljung_box_lags").get(i).asInt());
                assertThat(actual.statistic())
                        .isEqualTo(number(expected.get("ljung_box_stat").get(i)), offset(1e-9));
                assertThat(actual.p())
                        .isEqualTo(number(expected.get("ljung_box_p").get(i)), offset(1e-9));
            }
        }
        assertThat(compared).isEqualTo(12);
    }

    @Test
    void agreesWithReferenceLocationAndScale() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("diagnostics.json")) {
            double[] x = numbers(reference.get("x"));
            JsonNode expected = reference.get("expected");
            compared++;
            assertThat(Summary.median(x)).isEqualTo(number(expected.get("median")), offset(1e-9));
            assertThat(Robust.deviation(x)).isEqualTo(number(expected.get("mad_sigma")), offset(1e-9));
            assertThat(Robust.trimmedMean(x, .1)).isEqualTo(number(expected.get("trimmed_mean_10")), offset(1e-9));
            assertThat(Robust.winsorisedMean(x, .1))
                    .isEqualTo(number(expected.get("winsorized_mean_10")), offset(1e-9));
        }
        assertThat(compared).isEqualTo(6);
    }

    @Test
    void dependenceHasNoScale() {
        double[] x = {.3, -.1, .4, .2, -.5, .1, .7, -.2};
        for (int exponent : new int[] {-1000, -560, 600, 1000}) {
            double[] scaled =
                    Arrays.stream(x).map(value -> Math.scalb(value, exponent)).toArray();
            assertThat(Autocorrelation.at(scaled, 1)).isEqualTo(Autocorrelation.at(x, 1));
            assertThat(Autocorrelation.ljungBox(scaled, 3)).isEqualTo(Autocorrelation.ljungBox(x, 3));
            assertThat(Autocorrelation.durbinWatson(scaled)).isEqualTo(Autocorrelation.durbinWatson(x));
        }
    }

    @Test
    void constantSeriesDependOnNothing() {
        double[] constant = {.1, .1, .1, .1, .1, .1};
        assertThat(Autocorrelation.at(constant, 1)).isZero();
        assertThat(Autocorrelation.durbinWatson(constant)).isEqualTo(2);
        assertThat(Autocorrelation.ljungBox(constant, 2).p()).isEqualTo(1);
        assertThat(Autocorrelation.effectiveSize(constant)).isEqualTo(6);
        assertThat(Robust.deviation(constant)).isZero();
    }

    @Test
    void impossibleLagsSharesAndFailedValuesAreRefused() {
        double[] two = {1, 2};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Autocorrelation.at(two, 2))
                .withMessageContaining("lag");
        assertThatIllegalArgumentException().isThrownBy(() -> Autocorrelation.ljungBox(two, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Autocorrelation.ljungBox(two, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> Autocorrelation.durbinWatson(new double[] {1}));
        assertThatIllegalArgumentException().isThrownBy(() -> Autocorrelation.at(new double[] {1, Double.NaN, 2}, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Robust.trimmedMean(two, .5))
                .withMessageContaining("0.5");
        assertThatIllegalArgumentException().isThrownBy(() -> Robust.winsorisedMean(new double[0], .1));
    }
}
