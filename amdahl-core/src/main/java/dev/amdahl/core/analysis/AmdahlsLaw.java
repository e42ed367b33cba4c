package dev.amdahl.core.analysis;

import dev.amdahl.core.internal.timeline.Ceilings;

/** Amdahl's law: the speed-up of a whole whose parts get faster. Shares are of the wall time, from 0 to 1, and add up to 1 at most. */
public final class AmdahlsLaw {
    private AmdahlsLaw() {}

    /** Returns the speed-up of the whole when a part of that share vanishes; infinite for a share of 1. */
    public static double ceiling(double share) {
        return Ceilings.ceiling(share);
    }

    /**
     * Returns the speed-up of the whole when each part gets a factor of its own. What the shares leave over keeps its time.
     *
     * @param factors one for each share, greater than 0; an infinite one removes the part
     * @throws IllegalArgumentException if a share or a factor is out of range
     */
    public static double speedup(double[] shares, double[] factors) {
        return Ceilings.speedup(shares, factors);
    }
}
