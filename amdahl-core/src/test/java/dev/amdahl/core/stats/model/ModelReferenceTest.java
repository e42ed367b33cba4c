package dev.amdahl.core.stats.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.ReferenceCases;
import org.junit.jupiter.api.Test;

/** Every reference case of the models within its stated tolerance; how the values were made stands beside them. */
class ModelReferenceTest {

    private static void isClose(double actual, JsonNode expected, double relative) {
        double value = ReferenceCases.number(expected);
        assertThat(actual).isCloseTo(value, within(relative * Math.abs(value) + 1e-300));
    }

    /** Absolute on the log scale: SciPy 1.10 has its t quantiles from an inversion good to nine digits only. */
    private static void isClose(Interval actual, JsonNode expected, double absolute) {
        assertThat(actual.lower()).isCloseTo(ReferenceCases.number(expected.get(0)), within(absolute));
        assertThat(actual.upper()).isCloseTo(ReferenceCases.number(expected.get(1)), within(absolute));
    }

    private static double[] logRatios(JsonNode reference) {
        double[] baseline = ReferenceCases.numbers(reference.get("baseline"));
        double[] variant = ReferenceCases.numbers(reference.get("variant"));
        for (int i = 0; i < variant.length; i++) {
            variant[i] = Math.log(variant[i] / baseline[i]);
        }
        return variant;
    }

    @Test
    void nonInferiorityAndThePairedTestMatchStatsmodels() {
        int cases = 0;
        int bounds = 0;
        for (JsonNode reference : ReferenceCases.of("tost.json")) {
            JsonNode expected = reference.get("expected");
            double[] d = logRatios(reference);
            double[] margins = ReferenceCases.numbers(reference.get("margin_ratio"));
            double p = expected.get("p_noninferior_upper").asDouble();
            // One less a smaller p has lost its digits.
            if (p > 1e-10) {
                double bound = Math.log(margins[1]);
                assertThat(NonInferiority.of(d, bound, 1 - p).upper()).isEqualTo(bound, within(1e-5 * bound));
                bounds++;
            }
            isClose(TTest.paired(d, 0, Alternative.TWO_SIDED, .95).p(), expected.get("paired_t_two_sided_p"), 1e-10);
            cases++;
        }
        assertThat(cases).isEqualTo(10);
        assertThat(bounds).isGreaterThan(5);
    }

    @Test
    void adjustmentMatchesStatsmodels() {
        int cases = 0;
        for (JsonNode reference : ReferenceCases.of("regression_adjustment.json")) {
            JsonNode expected = reference.get("expected");
            AdjustedEffect effect = AdjustedEffect.of(
                    ReferenceCases.numbers(reference.get("y_log_ratio")),
                    new double[][] {ReferenceCases.numbers(reference.get("z_covariate_log_ratio"))},
                    .95);
            isClose(effect.raw(), expected.get("raw_mean"), 1e-9);
            isClose(effect.rawError(), expected.get("raw_se"), 1e-9);
            isClose(effect.slopes().get(0), expected.get("theta"), 1e-9);
            isClose(effect.slopes().get(0), expected.get("slope"), 1e-9);
            isClose(effect.correlation(), expected.get("rho"), 1e-9);
            isClose(effect.intercept(), expected.get("intercept"), 1e-9);
            isClose(effect.error(), expected.get("intercept_se"), 1e-9);
            isClose(effect.p(), expected.get("intercept_p"), 1e-9);
            isClose(effect.interval(), expected.get("intercept_ci95"), 1e-9);
            isClose(effect.errorHc3(), expected.get("intercept_se_HC3"), 1e-9);
            isClose(effect.residualSd(), expected.get("resid_sd"), 1e-9);
            isClose(effect.varianceRatio(), expected.get("variance_ratio"), 1e-9);
            cases++;
        }
        assertThat(cases).isEqualTo(6);
    }

    @Test
    void countsMatchScipy() {
        int cases = 0;
        for (JsonNode reference : ReferenceCases.of("counts.json")) {
            JsonNode expected = reference.get("expected");
            if (reference.get("kind").asText().equals("srm")) {
                SampleRatio ratio = SampleRatio.of(
                        reference.get("counts").get(0).asInt(),
                        reference.get("counts").get(1).asInt(),
                        reference.get("expected_share_first").asDouble());
                isClose(ratio.chiSquared(), expected.get("chi2"), 1e-10);
                isClose(ratio.chiSquaredP(), expected.get("chi2_p"), 1e-10);
                isClose(ratio.p(), expected.get("binom_exact_p"), 1e-10);
                cases++;
            }
        }
        assertThat(cases).isEqualTo(6);
    }
}
