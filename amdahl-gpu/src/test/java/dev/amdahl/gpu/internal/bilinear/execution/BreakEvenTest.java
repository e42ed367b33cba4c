package dev.amdahl.gpu.internal.bilinear.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.Scheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BreakEvenTest {
    /** An H200: 4.3 TB/s of copies; fp32, fp64, tf32 and bf16 in TFLOP/s. N* = 33 s R / (2 * 4 * BW * 1/8). */
    @ParameterizedTest
    @CsvSource({
        "4, 50,  1535, 8192, 1.113",
        "8, 60,  3684, 8192, 1.074",
        "4, 400, 12279, 8192, .941",
        "2, 790, 12126, 8192, .943",
        "4, 50,  1535, 1535, 1"
    })
    void strassenOnOneDevice(int bytes, double teraflops, double rows, double n, double speedup) {
        BreakEven even = BreakEven.of(Scheme.strassen2x2(), bytes, bytes, teraflops * 1e12, 4.3e12);
        assertThat(even.rows()).isCloseTo(rows, within(1.));
        assertThat(even.speedup(n)).isCloseTo(speedup, within(.001));
        assertThat(even.speedup(2 * even.rows())).isGreaterThan(1);
        assertThat(even.speedup(even.rows() / 2)).isLessThan(1);
    }

    @ParameterizedTest
    @CsvSource({"2, 7", "3, 23", "4, 49", "4, 47", "5, 97"})
    void noSchemeGainsMoreThanItSavesMultiplications(int side, int rank) {
        BreakEven even = new BreakEven(new Format(side, side, side), rank, 1, 4, 4, 50e12, 4.3e12);
        double limit = side * side * side / (double) rank;
        assertThat(even.speedup(1e9)).isBetween(.999 * limit, limit);
        assertThat(even.speedup(even.rows())).isCloseTo(1, within(1e-9));
    }

    @Test
    void eachLevelSavesAndMovesMore() {
        BreakEven one = BreakEven.of(Scheme.strassen2x2(), 4, 4, 50e12, 4.3e12);
        BreakEven two = one.deep(2);
        assertThat(two.speedup(1e9)).isCloseTo(64. / 49, within(.001));
        assertThat(two.speedup(2048)).as("a level costs 7/4 of the one above").isLessThan(one.speedup(2048));
        double moved = 3 * (11. / 4 + 7. / 4 * 11 / 4) * 4;
        assertThat(two.schemeSeconds(4096) - 49. / 64 * two.plainSeconds(4096))
                .isCloseTo(moved * 4096 * 4096 / 4.3e12, within(1e-12));
    }

    @Test
    void whatSavesNothingNeverGains() {
        BreakEven even = BreakEven.of(Scheme.standard(new Format(2, 2, 2)), 4, 4, 50e12, 4.3e12);
        assertThat(even.rows()).isInfinite();
        assertThat(even.speedup(1e6)).isLessThan(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BreakEven.of(Scheme.strassen2x2(), 4, 4, 0, 4.3e12))
                .withMessageContaining("operations/s");
    }
}
