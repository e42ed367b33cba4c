package dev.amdahl.core.internal.fleet;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a run may tell of itself, and the names under which columns are looked for. */
public enum RunField {
    /** Unique. */
    ID,
    /** The recurring workload. */
    FAMILY,
    /** Who asked for it. */
    OWNER,
    /** Their model. */
    ACCELERATOR_TYPE("type"),
    /** How many it held. */
    ACCELERATORS("count"),
    /** How much of each. */
    SHARE,
    /** When it entered the queue. */
    SUBMITTED,
    /** When it got its accelerators. */
    STARTED,
    /** When it released them. */
    ENDED,
    /** The useful share of what it held. */
    UTILISATION,
    /** The share in which nothing ran. */
    IDLE,
    /** The share in which little ran. */
    LOW,
    /** The share at speed. */
    HIGH,
    /** How much of the low share was useful. */
    USEFUL_IN_LOW,
    /** The share that nobody measured. */
    UNKNOWN;

    private final String alias;

    RunField() {
        this("");
    }

    RunField(String alias) {
        this.alias = alias;
    }

    /** Returns the column of a file that needs no mapping. */
    public String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the field of that name. */
    public static Optional<RunField> named(String name) {
        return Arrays.stream(values())
                .filter(field -> field.column().equals(name) || (!name.isEmpty() && field.alias.equals(name)))
                .findFirst();
    }
}
