package dev.amdahl.profilers.internal.kineto.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DecimalNanosTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1000",
        "0.001, 1",
        "22.441, 22441",
        "-1.5, -1500",
        "1751410836000000.123, 1751410836000000123",
        "1.0004, 1000",
        "1.0005, 1001",
        "1.00049999999999, 1000",
        "1e3, 1000000",
        "1.7514108360000001E15, 1751410836000000100",
        "1E-999999999, 0",
        "9223372036854775.807, 9223372036854775807",
    })
    void isExact(String micros, long nanos) {
        assertThat(parse(micros)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", ".", "abc", "1e999999999", "99999999999999999999", "9223372036854775808", "1.2.3", "NaN"
            })
    void refusesWhatIsNotATime(String micros) {
        assertThat(parse(micros)).isEqualTo(DecimalNanos.INVALID);
    }

    private static long parse(String text) {
        String padded = "7" + text + "7";
        return DecimalNanos.parse(padded.toCharArray(), 1, text.length());
    }
}
