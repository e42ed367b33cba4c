package dev.amdahl.profilers.internal.telemetry;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/** Times of day without a zone, as nanoseconds on a line of their own: good for distances, not for the epoch. */
final class LocalTimes {
    private static final LocalDateTime ORIGIN = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);

    private LocalTimes() {}

    /** Returns the nanoseconds, {@link DeviceSamples#NO_TIME} for what is no such time. */
    static long nanos(String text, DateTimeFormatter format) {
        try {
            return ORIGIN.until(LocalDateTime.parse(text.strip(), format), ChronoUnit.NANOS);
        } catch (DateTimeParseException | ArithmeticException e) {
            return DeviceSamples.NO_TIME;
        }
    }
}
