package dev.amdahl.core.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class LevelsTest {

    @Test
    void eachMetricHasItsOwnScale() {
        assertThat(Levels.of(new double[][] {{-2, 1, 0}, {1e300, 5e299, -1e300}, {0, 0}, {}}))
                .isDeepEqualTo(new int[][] {{-(1 << 20), 1 << 19, 0}, {1 << 20, 1 << 19, -(1 << 20)}, {0, 0}, {}});
    }

    @Test
    void missingValueIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Levels.of(new double[][] {{1}, {2, Double.NaN}}))
                .withMessageContaining("metric 1[1]");
    }
}
