package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.Summary;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The effect that an experiment without a finding rules out, in words; never one that its interval contains. Planned is the smallest effect
 * that all pairs would have shown at the assumed spread; futility ends earlier, and pairs may lie farther apart.
 */
public final class Exclusion {
    private static final String CLAIM = "no effect of at least ";
    private static final Pattern CLAIMED = Pattern.compile(CLAIM + "(\\d+(?:\\.\\d+)?) %(?! was seen)");

    /** A spread larger than the one assumed by less than this is chance. */
    private static final double MUCH = 1.5;

    private Exclusion() {}

    /** Returns why an experiment ended: the effect that it rules out and, where that is more than was planned, what hides the rest. */
    static String reason(double planned, Interval interval, double[] d, double assumed) {
        String asPlanned = String.format(Locale.ROOT, "%.1f %%", 100 * planned);
        if (!interval.isBounded()) {
            return CLAIM + asPlanned + " was seen, but " + d.length + " pairs cannot rule one out" + hidden(d, assumed);
        }
        double reach = reach(Math.exp(interval.lower()), Math.exp(interval.upper()));
        return reach <= planned ? CLAIM + asPlanned : beyond(reach, asPlanned) + hidden(d, assumed);
    }

    private static String beyond(double reach, String planned) {
        return CLAIM + upwards(reach) + "; the plan was to detect " + planned;
    }

    private static String hidden(double[] d, double assumed) {
        double seen = d.length > 1 ? Summary.standardDeviation(d) : 0;
        return seen <= MUCH * assumed
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; the pairs varied by %.0f %% instead of %.0f %%: try again on a quieter machine",
                        100 * seen,
                        100 * assumed);
    }

    /** Returns the claim that a reason begins with, such as {@code no effect of at least 9.3 %}; the whole of another reason. */
    public static String claim(String reason) {
        return reason.startsWith(CLAIM) ? reason.split("[,;]", 2)[0] : reason;
    }

    /**
     * Returns a reason as it may stand beside its interval: earlier versions claimed what was planned, whatever the interval held.
     *
     * @param lower end of the ratio variant over baseline
     * @param upper end of the ratio
     */
    public static String shown(String reason, OptionalDouble lower, OptionalDouble upper) {
        Matcher claimed = CLAIMED.matcher(reason);
        return claimed.lookingAt() && isTooMuch(claimed, lower, upper)
                ? beyond(reach(lower.getAsDouble(), upper.getAsDouble()), claimed.group(1) + " %")
                : reason;
    }

    /** Returns the smallest change that is ruled out, such as {@code 9.3 %}; empty text where none is. */
    public static String size(String reason, OptionalDouble lower, OptionalDouble upper) {
        if (lower.isEmpty() || upper.isEmpty()) {
            return "";
        }
        Matcher claimed = CLAIMED.matcher(shown(reason, lower, upper));
        return claimed.lookingAt() ? claimed.group(1) + " %" : upwards(reach(lower.getAsDouble(), upper.getAsDouble()));
    }

    private static boolean isTooMuch(Matcher claimed, OptionalDouble lower, OptionalDouble upper) {
        return lower.isPresent()
                && upper.isPresent()
                && 100 * reach(lower.getAsDouble(), upper.getAsDouble()) > Double.parseDouble(claimed.group(1)) + .1;
    }

    /** Returns how far from 1 the farther end of an interval of the ratio lies. */
    private static double reach(double lower, double upper) {
        return Math.max(1 - lower, upper - 1);
    }

    /** In per cent, never less than it is. */
    private static String upwards(double share) {
        return String.format(Locale.ROOT, "%.1f %%", Math.ceil(1000 * share - 1e-9) / 10);
    }
}
