package dev.amdahl.examples.jobs;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that an unknown one was probably meant to be. */
public final class Nearest {
    private Nearest() {}

    /** Returns the known word with the smallest edit distance, if it is near enough to be a slip. */
    public static Optional<String> to(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((String each) -> distance(word, each))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(each ->
                        distance(word, each) < each.length() && distance(word, each) <= Math.max(2, each.length() / 2));
    }

    /** {@code ; did you mean 'x'?} as a remedy, or the list of what is known. */
    public static String remedy(String word, Collection<String> known) {
        return to(word, known)
                .map(each -> "did you mean '" + each + "'?")
                .orElseGet(() -> "known here: "
                        + String.join(", ", known.stream().sorted().toList()));
    }

    private static int distance(String a, String b) {
        return dev.amdahl.core.internal.fleet.Nearest.edits(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT));
    }
}
