package dev.amdahl.core.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected values come from mpmath at 40 digits. */
class DistributionsTest {

    private static void isClose(double actual, double expected, double relative) {
        assertThat(actual).isCloseTo(expected, within(relative * Math.abs(expected)));
    }

    @ParameterizedTest
    @CsvSource({
        "-1,0.84134474606854294859",
        "0.3,0.38208857781104736693",
        "0.67448975,0.25000000006231018464",
        "1.96,0.024997895148220436213",
        "5.656,7.7470733237490677102e-9",
        "5.66,7.5686497519977137143e-9",
        "6,9.865876450376981407e-10",
        "10,7.619853024160526066e-24",
        "20,2.7536241186062336951e-89",
        "37,5.7255712225245768227e-300"
    })
    void normalTailKeepsItsDigits(double z, double expected) {
        isClose(Normal.survival(z), expected, 2e-13);
        isClose(Normal.cdf(-z), expected, 2e-13);
    }

    @ParameterizedTest
    @CsvSource({
        "1e-9,3,0.49999999963244740305",
        "0.5,1,0.35241638234956672582",
        "2.5,5,0.027245049671188120558",
        "4.25,2.5,0.017020982561890292788",
        "12,19,1.2954473186110996574e-10",
        "40,7,7.9510899924251852343e-10",
        "100000,3,1.1026577904466272944e-15",
        "7,1000,2.3437512833857114226e-12",
        "3,1000000,0.0013499312707108985294",
        "30,200,2.8620806044139259411e-76"
    })
    void studentTailKeepsItsDigits(double t, double df, double expected) {
        isClose(StudentT.survival(t, df), expected, 1e-13);
        isClose(StudentT.cdf(-t, df), expected, 1e-13);
        assertThat(StudentT.cdf(t, df)).isEqualTo(1 - StudentT.survival(t, df));
    }

    @ParameterizedTest
    @CsvSource({
        "0.6,1.5,0.30074539256979535288",
        "0.7,3,0.58438972743981851921",
        "0.975,5,2.5705818356363147828",
        "0.9999,19,4.5898645967550818422",
        "0.9999999990686774,2,23170.474973552009611",
        "0.995,1000000,2.5758342201053338472",
        "0.95,0.7,13.587121347511158076"
    })
    void studentQuantileInvertsTheDistribution(double p, double df, double expected) {
        isClose(StudentT.quantile(p, df), expected, 1e-13);
    }

    @ParameterizedTest
    @CsvSource({
        "0.001,1,0.97477287936996038828",
        "3.84,1,0.050043521248705103189",
        "50,1,1.5374597944280348502e-12",
        "7,2,0.03019738342231850074",
        "30,10.5,0.0011725492545536117166",
        "400,100,1.6927979958857087673e-37",
        "1000,1000,0.49405285382923964195",
        "100000,100000,0.49940529189520668861",
        "1300,1000,3.8897364994868524768e-10"
    })
    void chiSquaredTailKeepsItsDigits(double x, double df, double survival) {
        isClose(ChiSquared.survival(x, df), survival, 1e-13);
    }

    @Test
    void quantileReturnsWhereItCameFrom() {
        for (double df : new double[] {.4, 1, 2, 5, 30, 1e4}) {
            for (double p = 1e-12; p < .5; p *= 1.7) {
                isClose(StudentT.cdf(StudentT.quantile(p, df), df), p, 1e-12 * Math.max(1, df / 100));
            }
        }
    }

    @Test
    void limitsAreReachedAtInfinity() {
        assertThat(StudentT.survival(Double.POSITIVE_INFINITY, 3)).isZero();
        assertThat(StudentT.cdf(Double.POSITIVE_INFINITY, 3)).isOne();
        assertThat(Normal.survival(Double.NEGATIVE_INFINITY)).isOne();
        assertThat(ChiSquared.survival(Double.POSITIVE_INFINITY, 3)).isZero();
    }

    @Test
    void notANumberIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StudentT.survival(Double.NaN, 3))
                .withMessageContaining("t must be a number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StudentT.quantile(.5, 0))
                .withMessageContaining("df must be positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChiSquared.survival(1, Double.NaN))
                .withMessageContaining("df must be positive");
    }
}
