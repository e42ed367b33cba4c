package dev.amdahl.examples.jobs;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What people may be told of. */
public enum NoticeKind {
    /** A win waits for a person. */
    WIN,
    /** A win was promoted. */
    PROMOTED,
    /** A promoted change has lost what it brought. */
    REGRESSION,
    /** Promotions are frozen. */
    FREEZE,
    /** Four fifths of a budget are used, or it holds work back. */
    BUDGET;

    /** Returns it as it stands in files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> words() {
        return Arrays.stream(values()).map(NoticeKind::word).toList();
    }
}
