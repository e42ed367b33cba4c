package dev.amdahl.core.report.picture;

/** Counts with their nouns in the right number. Stateless. */
public final class Count {
    private Count() {}

    /** {@code 1 pair}, {@code 12 pairs}, {@code 1,204 hypotheses}; the noun is given for one. */
    public static String of(long count, String noun) {
        return Numbers.count(count) + " " + noun(count, noun);
    }

    /** The noun alone, in the number of the count. */
    public static String noun(long count, String noun) {
        return count == 1 ? noun : plural(noun);
    }

    private static String plural(String noun) {
        if (noun.endsWith("sis")) {
            return noun.substring(0, noun.length() - 2) + "es";
        }
        if (noun.matches(".*[^aeiou]y")) {
            return noun.substring(0, noun.length() - 1) + "ies";
        }
        return noun.matches(".*(s|x|ch|sh)") ? noun + "es" : noun + "s";
    }
}
