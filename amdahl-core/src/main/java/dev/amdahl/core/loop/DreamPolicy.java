package dev.amdahl.core.loop;

import java.time.Duration;

/**
 * Limits on the search for ideas: how often, and how many are taken. A dream is due once something new is known, such as a diagnosis, a
 * promoted win or an approved recipe, and else after a while, as what lies outside the ledger may have changed.
 *
 * @param every longest time between two dreams
 * @param perFamily most ideas that one source gives one family in a dream
 * @param perDream most ideas of a dream; the sources share them by how theirs fared. With 0 the loop tries nothing that it was not offered:
 *     two wins are not merged either
 */
public record DreamPolicy(Duration every, int perFamily, int perDream) {
    /** Once a day, two ideas of each source for a family, 64 in all. */
    public static final DreamPolicy DEFAULT = new DreamPolicy(Duration.ofDays(1), 2, 64);

    /** @throws IllegalArgumentException if a component is out of its range */
    public DreamPolicy {
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("every must be positive, was " + every);
        }
        if (perFamily < 0 || perDream < 0) {
            throw new IllegalArgumentException(
                    "perFamily and perDream must not be negative, were " + perFamily + " and " + perDream);
        }
    }
}
