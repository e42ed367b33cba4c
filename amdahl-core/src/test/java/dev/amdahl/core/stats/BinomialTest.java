package dev.amdahl.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class BinomialTest {

    @Test
    void agreesWithReferenceCounts() {
        int ratios = 0;
        int paired = 0;
        for (JsonNode reference : ReferenceCases.of("counts.json")) {
            JsonNode expected = reference.get("expected");
            if (reference.get("kind").asText().equals("srm")) {
                ratios++;
                int k = reference.get("counts").get(0).asInt();
                int n = k + reference.get("counts").get(1).asInt();
                double p = Binomial.twoSided(
                        k, n, reference.get("expected_share_first").asDouble());
                assertThat(p).isEqualTo(expected.get("binom_exact_p").asDouble(), offset(1e-10));
            } else {
                paired++;
                int baseline = reference.get("only_baseline_failed").asInt();
                int variant = reference.get("only_variant_failed").asInt();
                assertThat(Binomial.mcNemar(baseline, variant))
                        .isEqualTo(expected.get("mcnemar_exact_two_sided").asDouble(), offset(1e-10));
                assertThat(Binomial.atLeast(variant, baseline + variant, .5))
                        .isEqualTo(expected.get("p_variant_fails_more").asDouble(), offset(1e-10));
            }
        }
        assertThat(ratios).isEqualTo(6);
        assertThat(paired).isEqualTo(5);
    }
}
