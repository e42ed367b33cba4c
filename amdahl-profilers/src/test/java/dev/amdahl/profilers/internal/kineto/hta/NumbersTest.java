package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The last digit of sums, quantiles and parsed numbers. */
final class NumbersTest {
    /** NumPy 2.4.6: sum, percentile and std(ddof=1) of 1/1 to 1/1000. */
    @Test
    void sumsAndQuantilesEqualNumpysToTheLastDigit() {
        double[] values =
                IntStream.rangeClosed(1, 1000).mapToDouble(i -> 1.0 / i).toArray();
        Describe describe = Describe.of(values);
        assertThat(Numbers.sum(values)).isEqualTo(7.485470860550345);
        assertThat(describe.quantile(.9)).isEqualTo(0.009910891089108913);
        assertThat(describe.quantile(.25)).isEqualTo(0.0013328894806924102);
        assertThat(describe.deviation()).isEqualTo(0.03986843092550638);
    }

    @Test
    void halvesAreRoundedToEven() {
        assertThat(Numbers.round(.125, 2)).isEqualTo(.12);
        assertThat(Numbers.round(.375, 2)).isEqualTo(.38);
        assertThat(Numbers.round(-.125, 2)).isEqualTo(-.12);
        assertThat(Numbers.round(.25, 1)).isEqualTo(.2);
        assertThat(Numbers.round(Double.NaN, 2)).isNaN();
    }

    @Test
    void whatIsNotFiniteIsNull() {
        assertThat(Numbers.node(Double.POSITIVE_INFINITY).isNull()).isTrue();
        assertThat(Describe.of(new double[] {Double.NaN}).mean()).isNaN();
    }

    @Test
    void numbersAreParsedToTheNearestDouble() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20_000; i++) {
            long digits = random.nextLong() >>> random.nextInt(1, 64);
            int decimals = random.nextInt(5);
            String text = (random.nextBoolean() ? "-" : "")
                    + digits / 1000
                    + (decimals == 0
                            ? ""
                            : "." + String.format("%04d", digits % 1000 * 10).substring(0, decimals));
            assertThat(read(text)).as(text).isEqualTo(Double.parseDouble(text));
        }
        assertThat(read("1712195495502095.001")).isEqualTo(1712195495502095.0);
        assertThat(read("1.5e3")).isEqualTo(1500);
        assertThat(read("123456789012345678901")).isEqualTo(Double.parseDouble("123456789012345678901"));
        assertThat(read("\"12\"")).isNaN();
    }

    private static double read(String text) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser("[" + text + "]")) {
            parser.nextToken();
            parser.nextToken();
            return NearestDouble.read(parser);
        }
    }
}
