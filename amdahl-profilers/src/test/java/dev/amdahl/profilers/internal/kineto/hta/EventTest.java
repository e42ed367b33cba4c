package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Times as HTA holds them. */
final class EventTest {
    @Test
    void timesAreTheNearestDouble() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20_000; i++) {
            long digits = random.nextLong() >>> random.nextInt(2, 64);
            int decimals = random.nextInt(4);
            String text = (random.nextBoolean() ? "-" : "")
                    + digits / 1000
                    + (decimals == 0
                            ? ""
                            : "." + String.format("%03d", digits % 1000).substring(0, decimals));
            assertThat(start(text)).as(text).isEqualTo(Double.parseDouble(text));
        }
        assertThat(start("1712195495502095.001")).isEqualTo(1712195495502095.0);
        assertThat(start("1.5e3")).isEqualTo(1500);
        assertThat(start("123456789012345678901")).isEqualTo(Double.parseDouble("123456789012345678901"));
        assertThat(start("\"12\"")).isNaN();
    }

    @Test
    void digitsBeyondTheNanosecondAreRounded() throws IOException {
        assertThat(start("7.0004")).isEqualTo(7);
        assertThat(start("7.0005")).isEqualTo(7.001);
    }

    private static double start(String text) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser("{\"ts\":" + text + "}")) {
            parser.nextToken();
            Event event = new Event();
            event.read(parser, new char[16]);
            return event.start;
        }
    }
}
