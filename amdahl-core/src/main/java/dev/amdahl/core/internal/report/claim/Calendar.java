package dev.amdahl.core.internal.report.claim;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Stretches of equal length in UTC that tile a time, few enough for a picture.
 *
 * @param start of the first
 * @param length of each
 * @param count how many
 * @param name what each is called
 */
record Calendar(Instant start, Duration length, int count, String name) {
    private static final int MAX = 60;
    private static final Duration[] LENGTHS = {
        Duration.ofMinutes(1),
        Duration.ofMinutes(10),
        Duration.ofHours(1),
        Duration.ofDays(1),
        Duration.ofDays(7),
        Duration.ofDays(28),
        Duration.ofDays(364)
    };
    private static final String[] NAMES = {"minute", "10 minutes", "hour", "day", "week", "4 weeks", "52 weeks"};

    static Calendar over(Instant first, Instant last) {
        for (int i = 0; ; i++) {
            long length = LENGTHS[i].toSeconds();
            long from = Math.floorDiv(first.getEpochSecond(), length);
            long count = Math.floorDiv(last.getEpochSecond(), length) - from + 1;
            if (count <= MAX || i == LENGTHS.length - 1) {
                return new Calendar(
                        Instant.ofEpochSecond(from * length), LENGTHS[i], (int) Math.min(count, 4 * MAX), NAMES[i]);
            }
        }
    }

    /** Returns the stretch that an instant lies in; what lies later counts in the last. */
    int at(Instant instant) {
        long whole = Math.floorDiv(instant.getEpochSecond() - start.getEpochSecond(), length.toSeconds());
        return (int) Math.max(0, Math.min(count - 1L, whole));
    }

    /** Returns when a stretch begins. */
    String words(int number) {
        String pattern = length.compareTo(Duration.ofDays(1)) < 0 ? "yyyy-MM-dd HH:mm" : "yyyy-MM-dd";
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(start.plus(length.multipliedBy(number)));
    }
}
