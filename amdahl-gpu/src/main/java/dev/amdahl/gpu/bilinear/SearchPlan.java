package dev.amdahl.gpu.bilinear;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What a search looks for, and for how long.
 *
 * @param start where every walk begins
 * @param ring where the equations have to hold
 * @param target the rank at which it ends
 * @param limit when it ends anyway
 * @param seed of all that is drawn
 * @param walks how many walks share what they find
 */
public record SearchPlan(Scheme start, Ring ring, int target, Duration limit, long seed, int walks) {
    public SearchPlan {
        requireNonNull(ring);
        requireNonNull(limit);
        if (walks < 1 || target < 1 || !start.isExact(ring)) {
            throw new IllegalArgumentException("a search needs a walk, a rank above 0 and a start that is exact over "
                    + ring + ": " + walks + " walks, rank " + target);
        }
    }

    /** From the definition of the product, in one walk. */
    public static SearchPlan of(Format format, Ring ring, int target, Duration limit, long seed) {
        return new SearchPlan(Scheme.standard(format), ring, target, limit, seed, 1);
    }

    /** Returns the same from another start. */
    public SearchPlan from(Scheme other) {
        return new SearchPlan(other, ring, target, limit, seed, walks);
    }
}
