package dev.amdahl.core.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FastInstantParserTest {
    private static final long[] STEPS = {1_000_000_000, 1_000_000, 1_000, 1};

    @Test
    void whatAnInstantWritesIsThatInstant() {
        SplittableRandom random = new SplittableRandom(20260301);
        long last = Instant.parse("+12000-01-01T00:00:00Z").getEpochSecond();
        for (int i = 0; i < 4_000; i++) {
            long step = STEPS[i % STEPS.length];
            Instant instant =
                    Instant.ofEpochSecond(random.nextLong(-last, last), random.nextLong(1_000_000_000) / step * step);
            assertThat(FastInstantParser.of(instant.toString())).isEqualTo(instant);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-01T24:00:00Z",
                "2016-12-31T23:59:60Z",
                "2026-03-01T12:00:00.5Z",
                "2026-03-01T12:00:00.1234567Z",
                "2024-02-29T00:00:00Z",
                "2026-03-01t12:00:00z"
            })
    void otherFormsAreReadAsEver(String text) {
        assertThat(FastInstantParser.of(text)).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "now",
                "2026-02-30T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-03-01T25:00:00Z",
                "2026-03-01T12:00:00",
                "2026-03-01T12:00:00.1234567890Z",
                "2026-03-01T12:00:00,5Z",
                "2026-03-01 12:00:00Z",
                "2026-3-01T12:00:00Z",
                "2026-03-01T12:00:0\u0661Z",
                "2026-03-01T12:00:+1Z"
            })
    void whatIsNoTimeIsRefused(String text) {
        assertThatThrownBy(() -> FastInstantParser.of(text)).isInstanceOf(DateTimeParseException.class);
    }
}
