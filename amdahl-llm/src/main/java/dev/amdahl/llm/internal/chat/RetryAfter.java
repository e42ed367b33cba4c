package dev.amdahl.llm.internal.chat;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** How long a service asks to be left alone: seconds or a date of HTTP. Stateless, thread-safe. */
public final class RetryAfter {
    private static final Duration MAX_DURATION = Duration.ofDays(365);

    private RetryAfter() {}

    /** Empty if it does not ask, or not in a form that is known. */
    public static Optional<Duration> of(HttpHeaders headers, Clock clock) {
        return headers.firstValue("retry-after").flatMap(value -> parse(value.strip(), clock));
    }

    private static Optional<Duration> parse(String value, Clock clock) {
        if (value.matches("\\d{1,9}(?:\\.\\d{1,9})?")) {
            return Optional.of(bounded(Duration.ofMillis((long) (Double.parseDouble(value) * 1000))));
        }
        try {
            ZonedDateTime until = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME);
            return Optional.of(bounded(Duration.between(clock.instant(), until)));
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }

    private static Duration bounded(Duration asked) {
        if (asked.isNegative()) {
            return Duration.ZERO;
        }
        return asked.compareTo(MAX_DURATION) < 0 ? asked : MAX_DURATION;
    }
}
