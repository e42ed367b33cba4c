package dev.amdahl.llm.internal.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetryAfterTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "1.5, 1.5",
        "'Thu, 01 Jan 2026 00:00:30 GMT', 30",
        "'Wed, 31 Dec 2025 23:00:00 GMT', 0",
        "-3,",
        "soon,",
        "99999999999999,",
        "999999999, 31536000"
    })
    void secondsAndDatesAreUnderstoodAndNothingElse(String value, @Nullable Double seconds) {
        Optional<Duration> wait =
                RetryAfter.of(HttpHeaders.of(Map.of("Retry-After", List.of(value)), (name, one) -> true), CLOCK);
        assertThat(wait.map(duration -> duration.toMillis() / 1e3)).isEqualTo(Optional.ofNullable(seconds));
    }

    @Test
    void aServiceThatSaysNothingAsksNothing() {
        assertThat(RetryAfter.of(HttpHeaders.of(Map.of(), (name, one) -> true), CLOCK))
                .isEmpty();
    }
}
