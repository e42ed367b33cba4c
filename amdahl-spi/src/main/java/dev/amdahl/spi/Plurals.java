package dev.amdahl.spi;

import java.util.Locale;

/** Counts with their nouns in the right number. */
public final class Plurals {
    private Plurals() {}

    /** {@code 1 pair}, {@code 12 pairs}, {@code 1,204 hypotheses}; the noun is given for one. */
    public static String of(long count, String noun) {
        return grouped(count) + " " + noun(count, noun);
    }

    /** A count with its noun and the verb that follows: {@code 1 line is}, {@code 3 lines are}; noun and verbs as for one and for more. */
    public static String of(long count, String noun, String one, String more) {
        return of(count, noun) + " " + (count == 1 ? one : more);
    }

    /** The count alone, thousands grouped. */
    public static String grouped(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** The noun alone, in the number of the count. */
    public static String noun(long count, String noun) {
        return count == 1 ? noun : plural(noun);
    }

    /** Returns the noun for more than one. */
    public static String plural(String noun) {
        if (noun.endsWith("sis")) {
            return noun.substring(0, noun.length() - 2) + "es";
        }
        if (noun.matches(".*[^aeiou]y")) {
            return noun.substring(0, noun.length() - 1) + "ies";
        }
        return noun.matches(".*(s|x|ch|sh)") ? noun + "es" : noun + "s";
    }
}
