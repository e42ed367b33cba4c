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
    void equivalenceMatchesStatsmodels() {
        int cases = 0;
        for (JsonNode reference : ReferenceCases.of("tost.json")) {
            JsonNode expected = reference.get("expected");
            double[] d = logRatios(reference);
            double[] margins = ReferenceCases.numbers(reference.get("margin_ratio"));
            Equivalence tost = Equivalence.of(d, Math.log(margins[0]), Math.log(margins[1]), .05);
            isClose(tost.mean(), expected.get("mean_log_ratio"), 1e-10);
            isClose(Math.exp(tost.mean()), expected.get("geomean_ratio"), 1e-10);
            isClose(tost.standardError(), expected.get("se"), 1e-10);
            isClose(tost.df(), expected.get("df"), 0);
            isClose(tost.tLower(), expected.get("t_lower"), 1e-10);
            isClose(tost.pLower(), expected.get("p_lower"), 1e-10);
            isClose(tost.tUpper(), expected.get("t_upper"), 1e-10);
            isClose(tost.pUpper(), expected.get("p_upper"), 1e-10);
            isClose(tost.p(), expected.get("p_tost"), 1e-10);
            isClose(tost.interval(), expected.get("ci90"), 1e-10);
            assertThat(tost.isShown(.05))
                    .isEqualTo(expected.get("equivalent_at_0_05").asBoolean());
            isClose(
                    Equivalence.signedRankP(d, Math.log(margins[0]), Math.log(margins[1])),
                    expected.get("wilcoxon_tost_p"),
                    1e-10);
            isClose(
                    NonInferiority.of("time", d, true, margins[1] - 1, .05).p(),
                    expected.get("p_noninferior_upper"),
                    1e-10);
            isClose(TTest.paired(d, 0, Alternative.TWO_SIDED, .95).p(), expected.get("paired_t_two_sided_p"), 1e-10);
            cases++;
        }
        assertThat(cases).isEqualTo(10);
    }

    @Test
    void plansMatchTheNoncentralT() {
        int cases = 0;
        for (JsonNode reference : ReferenceCases.of("power.json")) {
            JsonNode expected = reference.get("expected");
            boolean twoSided = reference.get("alternative").asText().equals("two.sided");
            double sd = reference.get("sd_log_ratio").asDouble();
            double relative = reference.get("relative_effect").asDouble();
            double effect = Math.log1p(relative) / sd;
            SampleSize design = new SampleSize(
                    reference.get("alpha").asDouble(), reference.get("power").asDouble(), twoSided);
            isClose(effect, expected.get("d"), 1e-12);
            isClose(design.realPairs(effect), expected.get("n_real"), 1e-8);
            assertThat(design.pairs(effect)).isEqualTo(expected.get("n_pairs").asLong());
            isClose(design.powerAt(expected.get("n_pairs").asInt(), effect), expected.get("power_at_n_pairs"), 1e-8);
            isClose(sd * design.detectableEffect(20), expected.get("mde_log_ratio_at_n20"), 1e-9);
            isClose(100 * Math.expm1(sd * design.detectableEffect(20)), expected.get("mde_percent_at_n20"), 1e-9);
            isClose(design.signedRankPairs(effect), expected.get("noether_wilcoxon_n"), 1e-10);
            cases++;
        }
        assertThat(cases).isEqualTo(14);
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
    void combinationMatchesStatsmodels() {
        int cases = 0;
        for (JsonNode reference : ReferenceCases.of("meta_analysis.json")) {
            JsonNode expected = reference.get("expected");
            double[] effects = ReferenceCases.numbers(reference.get("effects"));
            double[] variances = ReferenceCases.numbers(reference.get("variances"));
            RandomEffects combined = RandomEffects.derSimonianLaird(effects, variances, .95);
            isClose(combined.fixed(), expected.get("fixed"), 1e-9);
            isClose(combined.fixedError(), expected.get("fixed_se"), 1e-9);
            isClose(combined.q(), expected.get("Q"), 1e-9);
            isClose(combined.qP(), expected.get("Q_p"), 1e-9);
            isClose(combined.i2(), expected.get("I2"), 1e-9);
            isClose(combined.tau2(), expected.get("tau2_DL"), 1e-9);
            isClose(combined.random(), expected.get("random_DL"), 1e-9);
            isClose(combined.randomError(), expected.get("random_DL_se"), 1e-9);
            isClose(combined.hartungKnappError(), expected.get("hartung_knapp_se"), 1e-9);
            isClose(combined.interval(), expected.get("hk_ci95"), 1e-9);
            if (expected.get("prediction_interval95").isNull()) {
                assertThat(combined.prediction()).isEmpty();
            } else {
                isClose(combined.prediction().orElseThrow(), expected.get("prediction_interval95"), 1e-9);
            }
            isClose(
                    RandomEffects.pauleMandel(effects, variances, .95).tau2(),
                    expected.get("statsmodels_tau2_PM"),
                    1e-5);
            double[] p = ReferenceCases.numbers(reference.get("p_values"));
            isClose(CombinedP.fisher(p), expected.get("fisher_p"), 1e-9);
            isClose(CombinedP.stouffer(p), expected.get("stouffer_p"), 1e-9);
            cases++;
        }
        assertThat(cases).isEqualTo(5);
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
            } else if (reference.get("kind").asText().equals("failures_unpaired")) {
                JsonNode table = reference.get("table_ok_fail_by_arm");
                int[] count = new int[4];
                for (int i = 0; i < 4; i++) {
                    count[i] = table.get(i / 2).get(i % 2).asInt();
                }
                isClose(
                        FisherExact.p(count[0], count[1], count[2], count[3], Alternative.TWO_SIDED),
                        expected.get("fisher_two_sided"),
                        1e-10);
                isClose(
                        FisherExact.p(count[0], count[1], count[2], count[3], Alternative.GREATER),
                        expected.get("fisher_greater"),
                        1e-10);
                cases++;
            }
        }
        assertThat(cases).isEqualTo(10);
    }
}
