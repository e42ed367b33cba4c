package dev.amdahl.core.fleet;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a run may tell of itself, and the names under which columns are looked for. */
public enum RunField {
    ID,
    FAMILY,
    OWNER,
    ACCELERATOR_TYPE("type"),
    ACCELERATORS("count"),
    SHARE,
    SUBMITTED,
    STARTED,
    ENDED,
    UTILISATION,
    IDLE,
    LOW,
    HIGH,
    USEFUL_IN_LOW,
    UNKNOWN;

    private final String alias;

    RunField() {
        this("");
    }

    RunField(String alias) {
        this.alias = alias;
    }

    /** The column of a file that needs no mapping. */
    public String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The field of that name. */
    public static Optional<RunField> named(String name) {
        return Arrays.stream(values())
                .filter(field -> field.column().equals(name) || (!name.isEmpty() && field.alias.equals(name)))
                .findFirst();
    }
}
