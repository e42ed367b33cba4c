package dev.amdahl.profilers.internal.joblog;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time of a line.
 *
 * @param nanos since the epoch; a time without a zone is taken as UTC
 * @param hasZone whether the line says in which zone
 * @param hasFraction whether it is finer than a second
 */
record LogTime(long nanos, boolean hasZone, boolean hasFraction) {
    private static final Pattern TEXT = Pattern.compile(
            "\\b(20\\d{2})[-/]?(\\d{2})[-/]?(\\d{2})[T ](\\d{2}):(\\d{2}):(\\d{2})(?:[.,](\\d{1,9}))?\\s?(Z|[+-]\\d{2}:?\\d{2})?");
    private static final int LATEST_START = 80;
    private static final long EARLIEST = 946_684_800L;
    private static final long LATEST = 4_102_444_800L;
    private static final OffsetDateTime EPOCH = OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    /** Returns the time near the beginning of a line, with its year, if there is one: of two the one with a fraction. */
    static Optional<LogTime> of(String line) {
        Matcher found = TEXT.matcher(line);
        Optional<LogTime> whole = Optional.empty();
        while (found.find() && found.start() <= LATEST_START) {
            Optional<LogTime> time = of(found);
            if (time.filter(LogTime::hasFraction).isPresent()) {
                return time;
            }
            whole = whole.or(() -> time);
        }
        return whole;
    }

    private static Optional<LogTime> of(Matcher found) {
        String fraction = found.group(7);
        String zone = found.group(8);
        try {
            int nano = fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
            OffsetDateTime time = OffsetDateTime.of(
                    number(found, 1),
                    number(found, 2),
                    number(found, 3),
                    number(found, 4),
                    number(found, 5),
                    number(found, 6),
                    nano,
                    zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone));
            return Optional.of(new LogTime(EPOCH.until(time, ChronoUnit.NANOS), zone != null, fraction != null));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static int number(Matcher found, int group) {
        return Integer.parseInt(found.group(group));
    }

    /** Returns a number of seconds, milliseconds, microseconds or nanoseconds since the epoch, told apart by its size. */
    static Optional<LogTime> ofNumber(double value) {
        double seconds = value;
        for (int i = 0; i < 3 && seconds >= LATEST; i++) {
            seconds /= 1000;
        }
        return seconds >= EARLIEST && seconds < LATEST
                ? Optional.of(new LogTime((long) (seconds * 1e9), true, true))
                : Optional.empty();
    }
}
