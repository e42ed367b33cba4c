package dev.amdahl.core.internal.schedulers.slurmcommands;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times as {@code sacct} takes them: local time of the zone it runs in, which is UTC wherever it is asked from here. */
public final class AccountingTime {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

    private AccountingTime() {}

    /** Whole seconds. */
    public static String of(Instant instant) {
        return FORMAT.format(instant);
    }
}
