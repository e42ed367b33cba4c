package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.stats.Summary;
import java.util.Locale;
import java.util.Optional;

/**
 * When a change is taken out of runs that somebody needs: on less evidence than a claim takes, as a good change that is withdrawn costs an
 * experiment and a bad one that stays costs the runs.
 */
public final class Harm {
    /** Evidence of a loss, against the 20 that a claim takes. */
    private static final double EVIDENCE = 4;
    /** Standard errors by which the mean lies above none: once in 740 of harmless changes at one look. */
    private static final double ERRORS = 3;

    private Harm() {}

    /**
     * Returns why the change is withdrawn; empty as long as it may stay.
     *
     * @param d log ratios of one set
     * @param sigma their spread without an effect
     * @param loss evidence that it is slower
     */
    public static Optional<String> of(double[] d, double sigma, double loss) {
        double mean = d.length == 0 ? 0 : Summary.mean(d);
        boolean isFar = mean * Math.sqrt(d.length) > ERRORS * sigma;
        return isFar || loss >= EVIDENCE
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "withdrawn from scheduled runs: with the change they took %+.1f %% in %d pair%s; less than would make it"
                                + " a claim, and enough to stop",
                        100 * Math.expm1(mean),
                        d.length,
                        d.length == 1 ? "" : "s"))
                : Optional.empty();
    }
}
