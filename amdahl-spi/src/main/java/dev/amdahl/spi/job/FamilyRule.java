package dev.amdahl.spi.job;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells the recurring workload from a job's name, the same for every source: what numbers a run is left out of it, namely the parts between
 * {@code - _ . : @ #} that are digits, dates, times or UUIDs, {@code run}, {@code seed}, {@code trial}, {@code try}, {@code attempt},
 * {@code shard}, {@code fold}, {@code job}, {@code task}, {@code rank} with a number, or hexadecimal of 7 digits and more.
 * {@code bert-base-v2_2026-11-22_run17} gives {@code bert-base-v2}. Or as a pattern of the host says, whose first group it is. Immutable,
 * thread-safe.
 */
public final class FamilyRule {
    private static final String RUN = "run|seed|trial|try|attempt|shard|fold|job|task|rank";
    private static final Pattern NUMBERED = Pattern.compile("(?i)(?:(?<=^)|[-_.:@#])(?:"
            + "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\\d+|\\d{8}T?\\d{4,6}Z?|(?:"
            + RUN + ")[-_]?\\d+|(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{7,40})(?=$|[-_.:@#])");
    /** Of a pod of a deployment, or the five letters of a generated name, which hold no vowel. */
    private static final Pattern GENERATED =
            Pattern.compile("(?:-[a-f0-9]{8,10}-[a-z0-9]{5}|-[bcdfghjklmnpqrstvwxz2456789]{5})$");

    private static final Pattern ROLE = Pattern.compile("-(?:worker|master|launcher|head|ps|chief)(?:-?\\d+)?$");
    private static final int MAX_LENGTH = 200;
    private static final FamilyRule STANDARD = new FamilyRule(Optional.empty());

    private final Optional<Pattern> own;

    private FamilyRule(Optional<Pattern> own) {
        this.own = own;
    }

    /** Returns the rule above. */
    public static FamilyRule standard() {
        return STANDARD;
    }

    /** The family is the first group of a pattern, or the name where that is not found. @throws IllegalArgumentException without a group */
    public static FamilyRule of(Pattern pattern) {
        if (pattern.matcher("").groupCount() < 1) {
            throw new IllegalArgumentException("the pattern has no group; put the family in parentheses");
        }
        return new FamilyRule(Optional.of(pattern));
    }

    /** Returns the family of a job's name; the name itself where nothing else is left of it. */
    public String family(String name) {
        String text = cut(name);
        return own.isPresent() ? ownFamily(text) : trimmed(plain(text), text);
    }

    /** As {@link #family}, of a name to which Kubernetes or an operator added what tells pods apart. */
    public String familyOfPod(String name) {
        String text = cut(name);
        if (own.isPresent()) {
            return ownFamily(text);
        }
        String job = trimmed(GENERATED.matcher(text).replaceFirst(""), text);
        return trimmed(plain(trimmed(ROLE.matcher(plain(job)).replaceFirst(""), job)), job);
    }

    private static String cut(String name) {
        return name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH);
    }

    private String ownFamily(String text) {
        Matcher found = own.orElseThrow().matcher(text);
        return found.find() && found.group(1) != null && !found.group(1).isBlank() ? found.group(1) : text;
    }

    private static String plain(String text) {
        String family = text;
        for (String before = ""; !before.equals(family); ) {
            before = family;
            family = NUMBERED.matcher(before).replaceFirst("");
        }
        return family;
    }

    private static String trimmed(String family, String otherwise) {
        String trimmed = family.replaceAll("^[-_.:@#]+|[-_.:@#]+$", "");
        return trimmed.isBlank() ? otherwise : trimmed;
    }
}
