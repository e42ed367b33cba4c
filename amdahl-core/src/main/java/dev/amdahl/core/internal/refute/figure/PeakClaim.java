package dev.amdahl.core.internal.refute.figure;

import java.util.Locale;
import java.util.Optional;

/**
 * A measured rate beside the peak that its maker declared.
 *
 * @param name of the rate
 * @param rate as measured
 * @param peak as declared, in the same unit
 */
record PeakClaim(String name, double rate, double peak) {
    /** Clocks may run a little above the one that a peak is declared for. */
    private static final double TOLERANCE = .02;

    /** Returns the rate as a share of the peak. */
    double utilisation() {
        return rate / peak;
    }

    /** Returns whether a device can do it. */
    boolean isPossible() {
        return peak > 0 && rate >= 0 && utilisation() <= 1 + TOLERANCE;
    }

    /** Returns why it cannot be, in words; empty if it can. */
    Optional<String> impossible() {
        return isPossible()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s is %.1f %% of the declared peak: it is measured wrongly, or the peak is another one (dense for sparse"
                                + " work, another precision)",
                        name,
                        100 * utilisation()));
    }
}
