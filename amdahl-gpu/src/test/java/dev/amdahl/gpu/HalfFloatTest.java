package dev.amdahl.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HalfFloatTest {

    @Test
    void everyNumberComesBackFromItsValue() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            short half = (short) bits;
            if (!Float.isNaN(HalfFloat.ofFloat16(half))) {
                assertThat(HalfFloat.toFloat16(HalfFloat.ofFloat16(half))).isEqualTo(half);
            }
            if (!Float.isNaN(HalfFloat.ofBfloat16(half))) {
                assertThat(HalfFloat.toBfloat16(HalfFloat.ofBfloat16(half))).isEqualTo(half);
            }
        }
        assertThat(HalfFloat.ofFloat16(HalfFloat.toFloat16(Float.NaN))).isNaN();
        assertThat(HalfFloat.ofBfloat16(HalfFloat.toBfloat16(Float.NaN))).isNaN();
        assertThat(HalfFloat.toTf32(Float.NaN)).isNaN();
    }

    /** Values by IEEE 754: ties go to the even neighbour, overflow to infinity, underflow to a subnormal or zero. */
    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "2049, 2048",
        "2051, 2052",
        "2049.01, 2050",
        "65504, 65504",
        "65519.9, 65504",
        "65520, Infinity",
        "-65520, -Infinity",
        "5.9604645e-8, 5.9604645e-8",
        "2.9802322e-8, 0",
        "2.98e-8, 0",
        "2.9802326e-8, 5.9604645e-8",
        "-1e-30, -0.0",
        "6.1035156e-5, 6.1035156e-5",
        "6.102e-5, 6.1035156e-5",
        "Infinity, Infinity"
    })
    void binary16IsTheNearest(float value, float expected) {
        assertThat(HalfFloat.ofFloat16(HalfFloat.toFloat16(value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"257, 256", "259, 260", "258, 258", "3.4028235e38, Infinity", "-0.0, -0.0"})
    void bfloat16IsTheNearest(float value, float expected) {
        assertThat(HalfFloat.ofBfloat16(HalfFloat.toBfloat16(value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"2049, 2048", "2051, 2052", "2050, 2050", "-2049.1, -2050", "Infinity, Infinity"})
    void tf32KeepsElevenBits(float value, float expected) {
        assertThat(HalfFloat.toTf32(value)).isEqualTo(expected);
    }
}
