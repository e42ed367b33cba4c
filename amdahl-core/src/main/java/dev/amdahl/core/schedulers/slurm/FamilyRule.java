package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.schedulers.slurmcommands.Setting;
import dev.amdahl.spi.InvalidInputException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Tells the recurring workload from a job's name: what numbers a run is left out of it, namely the parts between {@code - _ . : @ #}
 * that are digits, dates or times, {@code run}, {@code seed}, {@code trial}, {@code try}, {@code attempt}, {@code shard}, {@code fold},
 * {@code job}, {@code task}, {@code rank} with a number, or hexadecimal of 7 digits and more. {@code bert-base-v2_2026-11-22_run17}
 * gives {@code bert-base-v2}. Or as a pattern of the host says, whose first group it is. Immutable.
 */
final class FamilyRule {
    private static final String RUN = "run|seed|trial|try|attempt|shard|fold|job|task|rank";
    private static final Pattern NUMBERED = Pattern.compile("(?i)(?:(?<=^)|[-_.:@#])(?:\\d+|\\d{8}T?\\d{4,6}Z?|(?:"
            + RUN + ")[-_]?\\d+|(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{7,40})(?=$|[-_.:@#])");
    private static final int LONGEST = 200;

    private final Optional<Pattern> own;

    private FamilyRule(Optional<Pattern> own) {
        this.own = own;
    }

    static FamilyRule standard() {
        return new FamilyRule(Optional.empty());
    }

    /** @throws InvalidInputException if it is no pattern with a group */
    static FamilyRule of(String pattern) {
        try {
            Pattern own = Pattern.compile(pattern);
            if (own.matcher("").groupCount() < 1) {
                throw Setting.wrong("family-pattern", pattern, "put the family in parentheses");
            }
            return new FamilyRule(Optional.of(own));
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(
                    "slurm, setting family-pattern", "is no pattern: " + e.getDescription(), "correct it", e);
        }
    }

    /** The family of a name; the name itself where nothing else is left of it. */
    String family(String name) {
        String text = name.length() <= LONGEST ? name : name.substring(0, LONGEST);
        if (own.isPresent()) {
            Matcher found = own.get().matcher(text);
            return found.find() && found.group(1) != null && !found.group(1).isBlank() ? found.group(1) : text;
        }
        String family = text;
        for (String before = ""; !before.equals(family); ) {
            before = family;
            family = NUMBERED.matcher(before).replaceFirst("");
        }
        String trimmed = family.replaceAll("^[-_.:@#]+|[-_.:@#]+$", "");
        return trimmed.isBlank() ? text : trimmed;
    }
}
