package dev.amdahl.core.stats.rank;

import static dev.amdahl.core.stats.ReferenceCases.number;
import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import org.junit.jupiter.api.Test;

class TheilSenTest {

    @Test
    void agreesWithReferenceSlopes() {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("diagnostics.json")) {
            assertThat(TheilSen.slope(numbers(reference.get("x"))))
                    .isEqualTo(number(reference.get("expected").get("theil_sen_slope")), offset(1e-9));
            compared++;
        }
        assertThat(compared).isEqualTo(6);
    }

    @Test
    void oneOutlierLeavesTheSlopeAlone() {
        assertThat(TheilSen.slope(new double[] {0, 2, 4, 900, 8, 10, 12})).isEqualTo(2);
    }

    @Test
    void pairsAtOnePlaceHaveNoSlope() {
        assertThat(TheilSen.slope(new double[] {1, 1, 2}, new double[] {0, 5, 3}))
                .isEqualTo(.5);
    }

    @Test
    void whatHasNoSlopeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TheilSen.slope(new double[] {1}));
        assertThatIllegalArgumentException().isThrownBy(() -> TheilSen.slope(new double[] {1, 1}, new double[] {1, 2}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TheilSen.slope(new double[] {1, 2}, new double[] {1}))
                .withMessageContaining("2 and 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TheilSen.slope(new double[TheilSen.LIMIT + 1]))
                .withMessageContaining("4096");
    }
}
