package dev.amdahl.core.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import java.util.stream.IntStream;
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
            } else if (reference.get("kind").asText().equals("failures_paired")) {
                paired++;
                int baseline = reference.get("only_baseline_failed").asInt();
                int variant = reference.get("only_variant_failed").asInt();
                assertThat(Binomial.atLeast(variant, baseline + variant, .5))
                        .isEqualTo(expected.get("p_variant_fails_more").asDouble(), offset(1e-10));
            }
        }
        assertThat(ratios).isEqualTo(6);
        assertThat(paired).isEqualTo(5);
    }

    @Test
    void tailsAddUpToTheMassesTheySum() {
        for (int n : new int[] {1, 2, 17, 60}) {
            for (double p : new double[] {.03, .5, .8}) {
                double below = 0;
                for (int k = 0; k <= n; k++) {
                    below += Binomial.probability(k, n, p);
                    assertThat(Binomial.atMost(k, n, p)).isCloseTo(below, offset(1e-13));
                    assertThat(Binomial.atLeast(k + 1, n, p)).isCloseTo(1 - below, offset(1e-13));
                    double reach = Binomial.probability(k, n, p) * (1 + 1e-7);
                    double noLikelier = IntStream.rangeClosed(0, n)
                            .mapToDouble(i -> Binomial.probability(i, n, p))
                            .filter(mass -> mass <= reach)
                            .sum();
                    assertThat(Binomial.twoSided(k, n, p)).isCloseTo(noLikelier, offset(1e-13));
                }
            }
        }
    }

    @Test
    void tenMillionTrialsNeedNoLoop() {
        assertThat(Binomial.twoSided(5_000_000, 10_000_000, .5)).isEqualTo(1);
        assertThat(Binomial.twoSided(5_005_000, 10_000_000, .5)).isCloseTo(0.0015671019056948982, offset(1e-14));
    }
}
