package dev.amdahl.core.internal.fleet;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** How instants are written in a table. */
public enum TimeFormat {
    /** ISO instants with Z or an offset. */
    ISO("iso", 0),
    /** As SQL writes them, in UTC. */
    TIMESTAMP("timestamp", 0),
    /** Seconds since 1970, also with decimals. */
    EPOCH_SECONDS("epoch-seconds", 1_000_000),
    /** Milliseconds since 1970. */
    MILLIS("millis", 1_000),
    /** Microseconds since 1970. */
    MICROS("micros", 1),
    /** Seconds since the start of a trace, which may be any time. */
    SECONDS("seconds", 1_000_000);

    /** What cannot be read as an instant. */
    static final long NO_TIME = Long.MIN_VALUE;

    /** Where plausible instants begin and end, in microseconds since 1970. */
    public static final long EARLIEST = Instant.parse("1990-01-01T00:00:00Z").getEpochSecond() * 1_000_000;

    /** The latest, likewise. */
    public static final long LATEST = Instant.parse("2200-01-01T00:00:00Z").getEpochSecond() * 1_000_000;

    /** Local date and time, in UTC unless there is an offset. */
    private static final DateTimeFormatter SQL = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .optionalStart()
            .parseLenient()
            .appendOffsetId()
            .parseStrict()
            .optionalEnd()
            .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private final String word;
    private final long micros;

    TimeFormat(String word, long micros) {
        this.word = word;
        this.micros = micros;
    }

    /** Returns how it is written in an option. */
    public String word() {
        return word;
    }

    /** Microseconds in one unit; 0 for text. */
    public long micros() {
        return micros;
    }

    /** Returns whether instants are numbers of some unit. */
    public boolean isNumber() {
        return micros > 0;
    }

    /** Returns the instant that is written there, in microseconds since 1970; {@link #NO_TIME} if it is none. */
    long read(String text) {
        if (isNumber()) {
            double number = RowReader.number(text);
            return Double.isNaN(number) ? NO_TIME : Math.round(number * micros);
        }
        try {
            OffsetDateTime at = this == TIMESTAMP
                    ? SQL.parse(text.replace(' ', 'T'), OffsetDateTime::from)
                    : OffsetDateTime.parse(text);
            return Micros.of(at.toInstant());
        } catch (DateTimeException | ArithmeticException e) {
            return NO_TIME;
        }
    }

    /** Returns whether it can be an instant of a fleet; {@link #SECONDS} may be any. */
    public boolean isPlausible(long at) {
        return this == SECONDS || (at >= EARLIEST && at <= LATEST);
    }

    /** Returns what to do about an instant that cannot be: the unit in which it could be one. */
    public String remedy(double number) {
        for (TimeFormat other : values()) {
            double at = number * other.micros;
            if (other.isNumber() && other != this && other != SECONDS && at >= EARLIEST && at <= LATEST) {
                return "name the unit: --columns time=" + other.word;
            }
        }
        return "name the unit of the table, such as --columns time=epoch-seconds, millis or iso";
    }
}
