package dev.amdahl.core.internal.refine.kernel;

import java.time.Duration;

/**
 * How much is done to judge one kernel, and what counts as faster.
 *
 * @param hiddenCases cases drawn again for each verification, beside the fixed sizes
 * @param pairs timed pairs of baseline and candidate
 * @param calls calls of each in a pair, of which the quickest counts
 * @param alpha most p of the sign test
 * @param least the factor that the lower bound of the speed-up must exceed
 * @param callLimit when one call counts as hung
 */
public record VerificationSettings(
        int hiddenCases, int pairs, int calls, double alpha, double least, Duration callLimit) {
    /** 24 pairs at 1 %. */
    public static final VerificationSettings DEFAULT =
            new VerificationSettings(16, 24, 3, .01, 1.01, Duration.ofSeconds(10));

    /** Enough for large differences. */
    public static final VerificationSettings QUICK =
            new VerificationSettings(6, 10, 2, .02, 1.05, Duration.ofSeconds(5));

    public VerificationSettings {
        if (hiddenCases < 1
                || pairs < 6
                || calls < 1
                || !(alpha > 0 && alpha < 1)
                || !(least >= 1)
                || callLimit.isNegative()) {
            throw new IllegalArgumentException("no effort: " + hiddenCases + " cases, " + pairs + " pairs of " + calls
                    + " calls, alpha " + alpha + ", factor " + least + ", limit " + callLimit);
        }
    }
}
