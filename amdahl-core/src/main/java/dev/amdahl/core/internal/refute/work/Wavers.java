package dev.amdahl.core.internal.refute.work;

import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Wavering;

/**
 * Whether the variant now and then does otherwise than the baseline. What wavers in either arm alike, pairs of the unchanged job included, is no
 * fact about the change; what only the variant has shown is suspect, in one pair of so few as in several, and more pairs tell.
 */
final class Wavers {
    /** Beside a baseline that wavers too. */
    private static final double SUSPICION = .1;
    /** Less often than in one pair of so many it is told, and stops nothing. */
    private static final int ONE_PAIR_IN = 30;

    private Wavers() {}

    static Finding of(Sample sample, Finding otherwise) {
        Wavering wavering = sample.evidence().wavering();
        int variant = wavering.variant();
        int unchanged = sample.evidence().unchanged().size();
        int baseline = wavering.baseline()
                + (int) sample.evidence().unchanged().stream()
                        .filter(pair -> CheapChecks.difference(pair).isPresent())
                        .count();
        int pairs = sample.size() + variant + wavering.baseline();
        double share = pairs / (2.0 * pairs + 2.0 * unchanged);
        double p = variant == 0 ? 1 : Binomial.atLeast(variant, variant + baseline, share);
        boolean isSuspect = ONE_PAIR_IN * variant >= pairs && (baseline == 0 || p <= SUSPICION);
        return variant > 0 && isSuspect
                ? Finding.unsettled(
                        "the variant behaved differently in " + Plurals.of(variant, "pair") + " of " + pairs
                                + ", not again when repeated, and the baseline in " + baseline + ": too few to tell",
                        p,
                        SUSPICION)
                : otherwise;
    }
}
