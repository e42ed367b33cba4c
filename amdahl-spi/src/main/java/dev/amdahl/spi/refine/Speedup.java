package dev.amdahl.spi.refine;

/**
 * The speed-up that paired runs of baseline and candidate on the same inputs show.
 *
 * @param baselineSeconds median time of the baseline
 * @param candidateSeconds median time of the candidate
 * @param ratio baseline over candidate: above 1 the candidate is faster
 * @param lower lower bound of the ratio
 * @param upper upper bound of the ratio
 * @param p how often a candidate that is no faster looks like this
 * @param pairs how many pairs
 */
public record Speedup(
        double baselineSeconds,
        double candidateSeconds,
        double ratio,
        double lower,
        double upper,
        double p,
        int pairs) {
    public Speedup {
        if (!(ratio > 0) || Double.isInfinite(ratio) || !(lower <= upper) || !(p >= 0 && p <= 1) || pairs < 1) {
            throw new IllegalArgumentException("no speed-up: " + ratio + " in [" + lower + ", " + upper + "] at p = "
                    + p + " over " + pairs + " pairs");
        }
    }
}
