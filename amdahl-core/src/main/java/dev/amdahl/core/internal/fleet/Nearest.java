package dev.amdahl.core.internal.fleet;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds the names that somebody may have meant. */
public final class Nearest {
    private static final int FEW = 8;
    private static final int SOME = 3;

    private Nearest() {}

    /** Returns the nearest names, the nearest first, for a message: all of a few, else three. */
    public static String to(String wanted, Collection<String> names) {
        String given = wanted.toLowerCase(Locale.ROOT);
        return names.stream()
                .sorted(Comparator.comparingInt(name -> distance(given, name.toLowerCase(Locale.ROOT))))
                .limit(names.size() <= FEW ? FEW : SOME)
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(", "));
    }

    private static int distance(String one, String other) {
        return one.contains(other) || other.contains(one) ? 0 : edits(one, other);
    }

    /** Returns the Levenshtein distance: how many characters are put in, left out or replaced to make one of the other. */
    public static int edits(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int here = row[j];
                int changed = corner + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(here, row[j - 1]) + 1);
                corner = here;
            }
        }
        return row[other.length()];
    }
}
