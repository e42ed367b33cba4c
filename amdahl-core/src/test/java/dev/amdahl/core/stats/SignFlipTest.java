package dev.amdahl.core.stats;

import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SignFlipTest {

    private static final Map<Alternative, String> KEYS =
            Map.of(Alternative.GREATER, "greater", Alternative.LESS, "less", Alternative.TWO_SIDED, "two_sided");

    @Test
    void exactCountsAgreeWithIntegerArithmetic() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("sign_flip_exact.json")) {
            double[] d = numbers(reference.get("d"));
            if (d.length <= SignFlip.EXACT_LIMIT) {
                for (Map.Entry<Alternative, String> key : KEYS.entrySet()) {
                    compared++;
                    SignFlip.Result result = SignFlip.test(d, key.getKey(), 1);
                    assertThat(result.count())
                            .as(reference.get("id").asText() + " " + key)
                            .isEqualTo(Long.parseLong(reference
                                    .get("expected")
                                    .get("num_" + key.getValue())
                                    .asText()));
                    assertThat(result.log2Total()).isEqualTo(d.length);
                    assertThat(result.exact()).isTrue();
                }
            }
        }
        assertThat(compared).isEqualTo(78);
    }

    @Test
    void subgroupLiesWithinMonteCarloErrorOfTheExactValue() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("sign_flip_exact.json")) {
            double[] d = numbers(reference.get("d"));
            if (d.length > 17) {
                compared++;
                double p = reference.get("expected").get("p_two_sided").asDouble();
                SignFlip.Result result = SignFlip.subgroup(d, Alternative.TWO_SIDED, 17, 7);
                double tolerance = 4 * Math.sqrt(p * (1 - p) * 0x1p-17) + 0x1p-16;
                assertThat(result.p()).as(reference.get("id").asText()).isEqualTo(p, offset(tolerance));
                assertThat(result.exact()).isFalse();
            }
        }
        assertThat(compared).isEqualTo(12);
    }

    @Test
    void allZerosGiveOne() {
        assertThat(SignFlip.test(new double[8], Alternative.TWO_SIDED, 1).p()).isEqualTo(1);
        assertThat(SignFlip.test(new double[50], Alternative.LESS, 1).p()).isEqualTo(1);
    }

    @Test
    void subgroupIsValidUnderTheNull() {
        SplittableRandom random = new SplittableRandom(3);
        int draws = 4000;
        int rejected = 0;
        for (int i = 0; i < draws; i++) {
            double[] d = new double[60];
            Arrays.setAll(d, j -> random.nextGaussian() * (1 + j % 5));
            rejected += SignFlip.subgroup(d, Alternative.LESS, 10, i).p() <= .05 ? 1 : 0;
        }
        assertThat(rejected / (double) draws).isBetween(.038, .062);
    }

    @Test
    void enumerationRefusesWhatItCannotFinish() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignFlip.exact(new double[41], Alternative.LESS))
                .withMessageContaining("41");
    }
}
