package dev.amdahl.core.stats.online;

import static dev.amdahl.core.stats.ReferenceCases.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.stats.ReferenceCases;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdjustmentTest {

    private static final Map<Adjustment, String> NAMES = Map.of(
            Adjustment.BENJAMINI_HOCHBERG, "BH",
            Adjustment.BENJAMINI_YEKUTIELI, "BY",
            Adjustment.HOLM, "holm",
            Adjustment.HOCHBERG, "hochberg",
            Adjustment.HOMMEL, "hommel",
            Adjustment.BONFERRONI, "bonferroni");

    @ParameterizedTest
    @EnumSource
    void agreesWithTheReferenceInTheOrderOfTheInput(Adjustment adjustment) {
        int compared = 0;
        for (JsonNode reference : ReferenceCases.of("multiple_testing.json")) {
            double[] expected =
                    numbers(reference.get("expected").get("adjusted").get(NAMES.get(adjustment)));
            double[] actual = adjustment.adjust(numbers(reference.get("p")));
            assertThat(actual).hasSameSizeAs(expected);
            for (int i = 0; i < expected.length; i++) {
                compared++;
                assertThat(actual[i]).isEqualTo(expected[i], within(1e-12));
            }
        }
        assertThat(compared).isEqualTo(413);
    }

    @ParameterizedTest
    @EnumSource
    void valuesThatAreNoProbabilitiesAreRefused(Adjustment adjustment) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> adjustment.adjust(new double[] {.1, Double.NaN}))
                .withMessageContaining("p[1]");
        assertThatIllegalArgumentException().isThrownBy(() -> adjustment.adjust(new double[] {1.1}));
        assertThatIllegalArgumentException().isThrownBy(() -> adjustment.adjust(new double[] {-.1}));
    }

    @Test
    void noTestsGiveNoValues() {
        for (Adjustment adjustment : Adjustment.values()) {
            assertThat(adjustment.adjust(new double[0])).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void tiesGetOneValueAndNoneFallsBelowItsPValue(Adjustment adjustment) {
        double[] p = {.02, .01, .02, .5, .5, 0, 1};
        double[] adjusted = adjustment.adjust(p);
        assertThat(adjusted[0]).isEqualTo(adjusted[2]);
        assertThat(adjusted[3]).isEqualTo(adjusted[4]);
        for (int i = 0; i < p.length; i++) {
            assertThat(adjusted[i]).isBetween(p[i], 1.0);
        }
    }

    @Test
    void moreThanCanBeFinishedIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Adjustment.HOMMEL.adjust(new double[Adjustment.HOMMEL_LIMIT + 1]))
                .withMessageContaining("HOCHBERG");
    }
}
