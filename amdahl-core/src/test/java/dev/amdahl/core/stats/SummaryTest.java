package dev.amdahl.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import dev.amdahl.core.stats.design.Noise;
import org.junit.jupiter.api.Test;

class SummaryTest {

    @Test
    void describesASample() {
        double[] values = {4, 1, 3, 2};
        assertThat(Summary.mean(values)).isEqualTo(2.5);
        assertThat(Summary.median(values)).isEqualTo(2.5);
        assertThat(Summary.median(new double[] {9, 1, 5})).isEqualTo(5);
        assertThat(Summary.standardDeviation(values)).isEqualTo(Math.sqrt(5 / 3.0), offset(1e-15));
        assertThat(values).containsExactly(4, 1, 3, 2);
    }

    /** R: quantile(c(1,2,3,4), c(0,.1,.95,1)). */
    @Test
    void quantilesAreThoseOfTypeSeven() {
        double[] values = {4, 1, 3, 2};
        assertThat(Summary.quantile(values, 0)).isEqualTo(1);
        assertThat(Summary.quantile(values, .1)).isEqualTo(1.3, offset(1e-12));
        assertThat(Summary.quantile(values, .95)).isEqualTo(3.85, offset(1e-12));
        assertThat(Summary.quantile(values, 1)).isEqualTo(4);
    }

    @Test
    void deviationHoldsAtAnyScale() {
        for (int exponent : new int[] {-1000, -600, 0, 600, 1000}) {
            double unit = Math.scalb(1.0, exponent);
            assertThat(Summary.standardDeviation(new double[] {unit, 3 * unit, 5 * unit}))
                    .isEqualTo(2 * unit);
        }
    }

    @Test
    void emptySampleIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Summary.median(new double[0]));
    }

    @Test
    void noiseIsPulledTowardsItsPrior() {
        assertThat(Noise.sigma(new double[0], Noise.LOCAL)).isEqualTo(.10);
        assertThat(Noise.sigma(new double[] {.1, -.1, .1, -.1}, Noise.CLUSTER))
                .isEqualTo(Math.sqrt((4 * .0025 + .04) / 7), offset(1e-15));
    }
}
