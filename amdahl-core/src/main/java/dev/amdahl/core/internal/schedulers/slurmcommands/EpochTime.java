package dev.amdahl.core.internal.schedulers.slurmcommands;

import java.time.Instant;
import java.util.Optional;

/** Times as the commands print them when asked for seconds since 1970, which knows no time zone. */
public final class EpochTime {
    /** Slurm writes 2^32 - 2 and beyond for what is not set or has no end. */
    private static final long NOT_SET = 4_294_967_294L;

    private EpochTime() {}

    /** Empty for {@code Unknown}, {@code None}, {@code N/A}, 0 and what is not a time. */
    public static Optional<Instant> parse(String text) {
        return text.strip().matches("\\d{1,10}") ? of(Long.parseLong(text.strip())) : Optional.empty();
    }

    static Optional<Instant> of(long seconds) {
        return seconds > 0 && seconds < NOT_SET ? Optional.of(Instant.ofEpochSecond(seconds)) : Optional.empty();
    }
}
