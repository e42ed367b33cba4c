package dev.amdahl.core.observe;

import java.util.Locale;

/** A step of a cycle, in the order in which they run; {@link #CANCEL} is a pass of its own. */
public enum Step {
    COLLECT,
    WATCH,
    COMPARE,
    REFUTE,
    PROMOTE,
    EXPIRE,
    KEEP,
    SEARCH,
    INJECT,
    SCAN,
    PROFILE,
    HYPOTHESIZE,
    SUBMIT,
    CANCEL;

    /** Its name for labels, such as {@code collect}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
