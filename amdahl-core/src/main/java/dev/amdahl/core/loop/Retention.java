package dev.amdahl.core.loop;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How long the working files and outputs of trials are retained after the end of their hypothesis.
 *
 * @param succeeded those of trials whose arms ended well; empty for ever
 * @param failed those of all other trials; empty for ever
 */
public record Retention(Optional<Duration> succeeded, Optional<Duration> failed) {
    /** All stay. */
    public static final Retention ALL = new Retention(Optional.empty(), Optional.empty());
    /** Those of failed trials stay. */
    public static final Retention FAILED = new Retention(Optional.of(Duration.ZERO), Optional.empty());
    /** Those of failed trials stay for a week. */
    public static final Retention DEFAULT = new Retention(Optional.of(Duration.ZERO), Optional.of(Duration.ofDays(7)));

    public Retention {
        requireNonNull(succeeded);
        requireNonNull(failed);
    }

    /** All stay that long. */
    public static Retention of(Duration age) {
        return new Retention(Optional.of(age), Optional.of(age));
    }
}
