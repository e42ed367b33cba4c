package dev.amdahl.core.internal.advice;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * How often hypotheses of a kind won so far, by the ledger: posterior of a Beta(1, 4) prior.
 *
 * @param wins decided wins; a share of one where a reward between 0 and 1 says more than won or lost
 * @param decided decided hypotheses, wins included
 */
public record WinRate(double wins, double decided) {
    private static final double PRIOR_WINS = 1;
    private static final double PRIOR_LOSSES = 4;

    /** Nothing decided yet. */
    public static final WinRate UNKNOWN = new WinRate(0, 0);

    public WinRate {
        if (!(wins >= 0 && decided >= wins)) {
            throw new IllegalArgumentException("need 0 <= wins <= decided, were " + wins + " and " + decided);
        }
    }

    /** Returns a quantile of the posterior, of a share between 0 and 1: with a random share, a draw from it. */
    public double quantile(double share) {
        return BetaDistribution.of(PRIOR_WINS + wins, PRIOR_LOSSES + decided - wins)
                .inverseCumulativeProbability(share);
    }

    /** Returns the posterior mean of a kind within a wider one, whose own mean takes the place of the prior: (5 mean + wins) / (5 + decided). */
    public double meanWithin(WinRate wider) {
        double weight = PRIOR_WINS + PRIOR_LOSSES;
        return (weight * wider.mean() + wins) / (weight + decided);
    }

    /** Posterior mean: (1 + wins) / (5 + decided). */
    public double mean() {
        return (PRIOR_WINS + wins) / (PRIOR_WINS + PRIOR_LOSSES + decided);
    }
}
